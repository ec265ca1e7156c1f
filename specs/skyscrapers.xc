# A number counts the towers seen from there; high ones hide lower ones.
#
# Every height from 1 on once in each row and column, or, if there are empty lots, every height from 0 on, where 0
# is a lot without a tower. A number beside the grid counts the towers that are seen from there along its line: a
# tower hides those behind it that are not higher. Numbers in the grid are heights.
puzzle "Skyscrapers"
param lots = 0 in 0..1
board grid
  labels clue
  | . . . .
  | . 2 . .
  | . . . .
  | . . . .
  labels top above
  | . . . .
  labels bottom below
  | 2 1 . 3
  labels west left
  | 2
  | .
  | .
  | .
  labels east right
  | .
  | .
  | .
  | .
let n = max(r for (r, c) in grid)
fill grid with 1-lots..n-lots, once per row, column
require grid(p) = clue[p] for p in clue
require count(grid(r, c) > 0 and all(grid(k, c) < grid(r, c) for k in 1..r-1) for r in 1..n) = top[c]
  for c in top
require count(grid(r, c) > 0 and all(grid(k, c) < grid(r, c) for k in r+1..n) for r in 1..n) = bottom[c]
  for c in bottom
require count(grid(r, c) > 0 and all(grid(r, k) < grid(r, c) for k in 1..c-1) for c in 1..n) = west[r]
  for r in west
require count(grid(r, c) > 0 and all(grid(r, k) < grid(r, c) for k in c+1..n) for c in 1..n) = east[r]
  for r in east
expect solutions = 1
