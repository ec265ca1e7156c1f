# A Sudoku each of whose long diagonals has only three different digits.
#
# For each diagonal, an option picks them. Each digit has a color there, 1 if it is picked and 0 if not; cells of the
# diagonal say that their digit is picked.
# Every digit once in each row, column and block.
puzzle "Anti-diagonal Sudoku"
board grid 9x9
fill grid with 1..9, once per row, column, block 3x3
item diagonal[1..2]
item picked[1..2, 1..9] colored
hidden option pick(d in 1..2, x, y, z in 1..9)
  where x < y and y < z
  covers diagonal[d], (picked[d, v] = (1 if v in {x, y, z} else 0) for v in 1..9)
also grid(r, c, v) covers picked[1, v] = 1 if r = c, picked[2, v] = 1 if r + c = 10
given
  |.....8...
  |...3....4
  |....15...
  |4.6....5.
  |.8.......
  |....4.6.7
  |..2......
  |......2.6
  |.7.......
expect solutions = 1
