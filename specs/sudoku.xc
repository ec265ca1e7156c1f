# Every digit once in each row, column and block.
# Add clues with `--given FILE` on the command line, or type them into the board of the playground.
puzzle "Sudoku"
let D = 1..9
item cell[D, D], row[D, D], column[D, D], block[D, D]
def block_of(r, c) = 3*((r-1) div 3) + (c-1) div 3 + 1
option put(r, c, v in D) covers cell[r, c], row[r, v], column[c, v], block[block_of(r, c), v]
draw put(r, c, v) at (r, c) as v
expect items = 324
expect options = 729
