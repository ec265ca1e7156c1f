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
let n = max(r for (r, c) in field)
choose number(r, c in 1..n) from 0..numbers
require number(r, c) = clue[r, c] for (r, c) in clue
require count(number(r, c) = v for c in 1..n) = 1 for r in 1..n, v in 1..numbers
require count(number(r, c) = v for r in 1..n) = 1 for c in 1..n, v in 1..numbers
require any(number(r+i, c+j) = 0 for i, j in 0..1) for r, c in 1..n-1
draw number(r, c, v) at {(r, c)} if v > 0 else {} as v
expect solutions = 1
