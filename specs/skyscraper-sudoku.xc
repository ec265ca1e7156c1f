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
def seen(line) = count(all(grid(line[k]) < grid(line[i]) for k in 1..i-1) for i in 1..len(line))
require seen(ray((0, c), (1, 0), grid)) = top[c] for c in top
require seen(ray((n+1, c), (-1, 0), grid)) = bottom[c] for c in bottom
require seen(ray((r, 0), (0, 1), grid)) = west[r] for r in west
require seen(ray((r, n+1), (0, -1), grid)) = east[r] for r in east
draw outline at b for b in blocks
expect solutions = 1
