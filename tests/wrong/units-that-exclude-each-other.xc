item job
item load 8..5 units  # error E273: no sum is at least 8 and at most 5
option run() covers job, load by 7
