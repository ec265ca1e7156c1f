item job
item load in units
option run(m in 1..2) covers job, load by m cost m
minimize load
minimize cost  # error E201: the goal is specified twice
