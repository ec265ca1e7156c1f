# A Sudoku with towers: a number beside it counts those seen from there.
#
# Every digit once in each row, column and block. A digit is the height of a tower; a number beside the grid
# counts the towers seen from there, as higher ones hide lower ones.
puzzle "Skyscraper Sudoku"
param size = 2 in 2..4
board grid
  labels clue
  | . . . 1
  | . . . .
  | 2 . . .
  | . . . .
  labels top above
  | . . . .
  labels bottom below
  | . . . .
  labels west left
  | .
  | 2
  | .
  | 2
  labels east right
  | .
  | .
  | .
  | .
let n = size*size
let blocks = {b for b in windows(grid, size, size) where b[1, 1] mod size = 1 and b[1, 2] mod size = 1}
fill grid with 1..n, once per row, column, each of {{p for p in b} for b in blocks}
require grid(p) = clue[p] for p in clue
require count(all(grid(k, c) < grid(r, c) for k in 1..r-1) for r in 1..n) = top[c] for c in top
require count(all(grid(k, c) < grid(r, c) for k in r+1..n) for r in 1..n) = bottom[c] for c in bottom
require count(all(grid(r, k) < grid(r, c) for k in 1..c-1) for c in 1..n) = west[r] for r in west
require count(all(grid(r, k) < grid(r, c) for k in c+1..n) for c in 1..n) = east[r] for r in east
draw outline at b for b in blocks
expect solutions = 1
