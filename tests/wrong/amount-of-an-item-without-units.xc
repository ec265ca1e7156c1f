item job
item load at most 40 times
option run() covers job, load by 7  # error E274: `load` has no units: an option covers it once, or not at all
