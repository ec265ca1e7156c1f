# The numbers from 1 to k in each line; circles have a number, crosses none.
#
# Every number once in each row and column; other cells stay empty. There is a number in each circle (o), and none
# in a cell with a cross (x).
puzzle "Number Ball"
param numbers = 3 in 1..9
board field, may stay empty
  labels clue
  | . . . 3 .
  | o . . . .
  | . . . 2 x
  | . x 1 . .
  | . x x . 3
let n = max(r for (r, c) in field)
choose number(r, c in 1..n) from 0..numbers
require count(number(r, c) = v for c in 1..n) = 1 for r in 1..n, v in 1..numbers
require count(number(r, c) = v for r in 1..n) = 1 for c in 1..n, v in 1..numbers
require number(p) = (0 if clue[p] = "x" else clue[p]) for p in clue where clue[p] != "o"
require number(p) > 0 for p in clue where clue[p] = "o"
draw circle at p for p in clue where clue[p] = "o"
draw text at p as "x" for p in clue where clue[p] = "x"
draw number(r, c, v) at {(r, c)} if v > 0 else {} as v
expect solutions = 1
