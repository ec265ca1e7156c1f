item job
item load in units
option run(h in 1..2) covers job, load by h * 4000000000000000000  # error E277: the amounts of `load` are too large
