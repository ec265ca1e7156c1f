item job
item load in units
option run(m in 1..2) covers job, load by m, load by 2  # error E301: `run(1)` covers `load` twice
