# A Latin square as a wall; each brick has an even and an odd number.
#
# Every number once in each row and column. Each brick of two cells has an even and an odd number; in every other
# row, from the second or (with shift = 1) the first on, bricks are shifted by one cell, and the two cells at the
# ends are one brick.
puzzle "Brick Wall"
param shift = 0 in 0..1
board grid
  labels clue
  | . . . 2 . .
  | 4 . 2 . . .
  | . 4 5 . 3 .
  | . . . . . .
  | . 1 . . 5 .
  | . . . . . 3
let n = max(r for (r, c) in grid)
let bricks = {(r, c, c mod n+1) for r, c in 1..n where (r+c+shift) mod 2 = 0}
fill grid with 1..n, once per row, column
require grid(p) = clue[p] for p in clue
# Each brick has an even and an odd number.
require grid(r, a) mod 2 != grid(r, b) mod 2 for (r, a, b) in bricks
draw outline at {(r, a), (r, b)} for (r, a, b) in bricks where a < b
expect solutions = 1
