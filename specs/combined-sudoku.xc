# Sudokus that overlap, such as Samurai, Windmill, Butterfly or Shogun.
#
# Every digit once in each row, column and block of each grid; cells that several grids share count in each of
# them.
puzzle "Combined Sudoku"
param size = 2 in 2..5
# A label `1,3` at the upper left cell of a grid says that its cells are 1 apart, and its blocks 3.
board field, may stay empty
  labels corner*
  | 1,2 . . . . .
  | . . . . . .
  | . . 1,2 . . .
  | . . . . . .
  | . . . . . .
  | . . . . . .
  labels clue
  | . . 2 . . .
  | 3 . . . . .
  | . . . . 3 .
  | . . . . 2 .
  | . . . . . .
  | . . 1 . . .
let n = 1..size*size
def offset(i, step) = step[2]*((i-1) div size) + step[1]*((i-1) mod size)
def cell(p, i, j) = (p[1]+offset(i, corner[p]), p[2]+offset(j, corner[p]))
def in_block(p, b, k) = cell(p, size*((b-1) div size)+(k-1) div size+1,
    size*((b-1) mod size)+(k-1) mod size+1)
choose digit(p in {cell(p, i, j) for p in corner, i, j in n}) from n
require digit(p) = clue[p] for p in clue
# Each row of a grid has every digit once.
require different(digit(cell(p, i, j)) for j in n) for p in corner, i in n
# Each column of a grid has every digit once.
require different(digit(cell(p, i, j)) for i in n) for p in corner, j in n
# Each block of a grid has every digit once.
require different(digit(in_block(p, b, k)) for k in n) for p in corner, b in n
draw outline at {in_block(p, b, k) for k in n} for p in corner, b in n
expect solutions = 1
