board left 1x1
board right 1x1
option x() covers left[1, 1], right[1, 1]
draw x() at (1, 1)  # error E223: the board is ambiguous: `left` or `right`
