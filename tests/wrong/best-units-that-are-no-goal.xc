item job
item delay in units
option run(h in 1..3) covers job, delay by h
expect best delay = 1  # error E276: `delay` is expected, but it is no goal
