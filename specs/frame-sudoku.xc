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
let blocks = {b for b in windows(grid, size, size) where b[1, 1] mod size = 1 and b[1, 2] mod size = 1}
fill grid with 1..n, once per row, column, each of {{p for p in b} for b in blocks}
require grid(p) = clue[p] for p in clue
require sum(grid(i, c) for i in 1..size) = top[c] for c in top
require sum(grid(n+1-i, c) for i in 1..size) = bottom[c] for c in bottom
require sum(grid(r, i) for i in 1..size) = west[r] for r in west
require sum(grid(r, n+1-i) for i in 1..size) = east[r] for r in east
draw outline at b for b in blocks
expect solutions = 1
