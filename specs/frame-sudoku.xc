# A number beside a Sudoku is the sum of the first three digits from there.
#
# Every digit once in each row, column and block. A number beside the grid is the sum of the digits in the
# block next to it, in its row or column.
puzzle "Frame Sudoku"
param size = 2 in 2..4
board grid
  labels clue
  | . . 3 .
  | . . . .
  | 2 . . .
  | . . . .
  labels top above
  | . . 7 .
  labels bottom below
  | 3 . . .
  labels west left
  | .
  | 5
  | .
  | 5
  labels east right
  | .
  | .
  | .
  | .
let n = size*size
fill grid with 1..n, once per row, column
require different(grid(r+i, c+j) for i, j in 0..size-1)
  for (r, c) in grid where r mod size = 1 and c mod size = 1
require grid(p) = clue[p] for p in clue
require sum(grid(i, c) for i in 1..size) = top[c] for c in top
require sum(grid(n+1-i, c) for i in 1..size) = bottom[c] for c in bottom
require sum(grid(r, i) for i in 1..size) = west[r] for r in west
require sum(grid(r, n+1-i) for i in 1..size) = east[r] for r in east
draw outline at {(r+i, c+j) for i, j in 0..size-1} for (r, c) in grid where r mod size = 1 and c mod size = 1
expect solutions = 1
