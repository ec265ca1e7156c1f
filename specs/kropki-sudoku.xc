# A Sudoku without digits: dots say how those of neighbours are related.
#
# Every digit from 1 to 6 once in each row, column and block. White dot: consecutive. Black dot: one is twice
# the other. No dot between two neighbours: neither. (1 and 2 have a black dot.)
puzzle "Kropki Sudoku"
let D = 1..6
board grid 6x6
fill grid with D, once per row, column, block 2x3

# The cells with a dot on their right side, and those with a dot below.
let white_right = {(1, 2), (1, 4), (1, 5), (2, 1), (3, 1), (3, 4), (4, 2), (4, 5), (5, 3), (5, 5), (6, 1),
    (6, 2), (6, 4)}
let white_below = {(1, 6), (3, 5), (5, 4)}
let black_right = {(2, 2), (3, 5), (4, 1), (5, 4)}
let black_below = {(2, 4), (4, 6)}

def double(v, w) = v = 2*w or w = 2*v
def apart(v, w) = abs(v-w) > 1 and not double(v, w)
# Digits at a white dot are consecutive.
require abs(grid(r, c)-grid(r, c+1)) = 1 for (r, c) in white_right
# Digits at a white dot are consecutive.
require abs(grid(r, c)-grid(r+1, c)) = 1 for (r, c) in white_below
# One digit at a black dot is twice the other.
require double(grid(r, c), grid(r, c+1)) for (r, c) in black_right
# One digit at a black dot is twice the other.
require double(grid(r, c), grid(r+1, c)) for (r, c) in black_below
# Digits without a dot are neither consecutive nor twice each other.
require apart(grid(r, c), grid(r, c+1))
  for (r, c) in grid where c < 6 and (r, c) not in white_right and (r, c) not in black_right
# Digits without a dot are neither consecutive nor twice each other.
require apart(grid(r, c), grid(r+1, c))
  for (r, c) in grid where r < 6 and (r, c) not in white_below and (r, c) not in black_below
draw dot at {(r, c), (r, c+1)} for (r, c) in white_right
draw dot at {(r, c), (r+1, c)} for (r, c) in white_below
draw dot at {(r, c), (r, c+1)} color "black" for (r, c) in black_right
draw dot at {(r, c), (r+1, c)} color "black" for (r, c) in black_below
expect solutions = 1
