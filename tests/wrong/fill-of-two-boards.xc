board one 1x2
board two 1x2
fill one with 1..2  # error E223: the board is ambiguous: `one` or `two`
