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
let h = max(r for (r, c) in grid)
let w = max(c for (r, c) in grid)
fill grid with 1..2
require grid(p) = clue[p] for p in clue
require count(grid(r, c) = 1 for c in 1..w) = w div 2 for r in 1..h
require count(grid(r, c) = 1 for r in 1..h) = h div 2 for c in 1..w
require 4 <= grid(r, c) + grid(r, c+1) + grid(r, c+2) <= 5 for (r, c) in grid where c+2 <= w
require 4 <= grid(r, c) + grid(r+1, c) + grid(r+2, c) <= 5 for (r, c) in grid where r+2 <= h
expect solutions = 1
