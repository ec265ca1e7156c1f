# As many 1s as 2s in each line, never three in a row; lines may be equal.
puzzle "Binairo"
board grid
  labels clue
  | . . 1 . . .
  | 2 . 1 . 2 .
  | 2 . . . 2 .
  | . . . . . .
  | . . . 1 1 .
  | 1 . . . . .
fill grid with 1..2
require grid(p) = clue[p] for p in clue
# Each row and column has as many 1s as 2s.
require count(grid(p) = 1 for p in line) = len(line) div 2
  for way in {(0, 1), (1, 0)}, line in runs(grid, way)
# Three cells beside each other are not all equal.
require 4 <= sum(grid(p) for p in three) <= 5 for three in windows(grid, 1, 3)
# Three cells below each other are not all equal.
require 4 <= sum(grid(p) for p in three) <= 5 for three in windows(grid, 3, 1)
expect solutions = 1
