item met[1..3] 2 times
option step(a, b in 1..3) where a < b covers met[a], met[b]
forbid step(3, 1)  # error E326: there is no option `step(3, 1)`
