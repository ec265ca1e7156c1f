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
def first(line) = sum(grid(line[i]) for i in 1..size)
require first(ray((0, c), (1, 0), grid)) = top[c] for c in top
require first(ray((n+1, c), (-1, 0), grid)) = bottom[c] for c in bottom
require first(ray((r, 0), (0, 1), grid)) = west[r] for r in west
require first(ray((r, n+1), (0, -1), grid)) = east[r] for r in east
draw outline at b for b in blocks
expect solutions = 1
