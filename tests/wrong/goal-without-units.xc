item job, delay
option run(h in 1..3) covers job, delay
minimize delay  # error E275: `delay` has no units, so there is no sum
