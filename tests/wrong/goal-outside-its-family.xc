item job
item load[1..2] in units
option run(m in 1..2) covers job, load[m] by m
minimize load[3]  # error E102: `load[3]` does not exist
