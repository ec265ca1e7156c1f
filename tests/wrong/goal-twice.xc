item job
item load in units
option run(m in 1..2) covers job, load by m
minimize load then maximize load  # error E201: the goal `load` is specified twice
