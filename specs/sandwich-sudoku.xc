# A small Sudoku with the sums of what lies between the 1 and 6 of each line.
#
# Every digit once in each row, column and block. A number beside the grid is the sum of the
# digits between the 1 and the 6 of its row or column. Since 1 and 6 could change places everywhere, a 1 is given.
puzzle "Sandwich Sudoku"
board grid 6x6
  labels one
  | . . . . . .
  | . . . . . .
  | . . . . . .
  | . . . . . .
  | . . . . . .
  | 1 . . . . .
  labels across right
  | 4
  | 6
  | 7
  | 10
  | 0
  | 0
  labels down below
  | 9 4 4 8 11 0
fill grid with 1..6, once per row, column, block 2x3
require grid(p) = one[p] for p in one
# A digit lies between the 1 and the 6 if one of these is before it and one behind it.
require sum(grid(r, c) for c in 1..6
    where any(grid(r, i) in {1, 6} for i in 1..c-1) and any(grid(r, i) in {1, 6} for i in c+1..6)) = across[r]
  for r in across
require sum(grid(r, c) for r in 1..6
    where any(grid(i, c) in {1, 6} for i in 1..r-1) and any(grid(i, c) in {1, 6} for i in r+1..6)) = down[c]
  for c in down
expect solutions = 1
