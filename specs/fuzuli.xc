# The numbers from 1 to k in each line; no square of four cells is full.
#
# Every number once in each row and column; other cells stay empty, and of each square of four cells at least one.
puzzle "Fuzuli"
param numbers = 3 in 1..9
board field, may stay empty
  labels clue
  | . 2 . . 1
  | . 3 . . .
  | . . . 1 .
  | . . 1 . .
  | . . . 2 3
choose number((r, c) in field) from 0..numbers
require number(r, c) = clue[r, c] for (r, c) in clue
# Each row and column has every number once.
require count(number(p) = v for p in line) = 1
  for way in {(0, 1), (1, 0)}, line in runs(field, way), v in 1..numbers
# No square of four cells is full.
require any(number(q) = 0 for q in square) for square in windows(field, 2, 2)
draw number(r, c, v) at {(r, c)} if v > 0 else {} as v
expect solutions = 1
