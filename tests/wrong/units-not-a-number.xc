item job
item load at most "40" units  # error E272: a bound in units is a number, not a text
option run() covers job, load by 7
