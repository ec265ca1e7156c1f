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
choose number((r, c) in field) from 0..numbers
# Each row and column has every number once.
require count(number(p) = v for p in line) = 1
  for way in {(0, 1), (1, 0)}, line in runs(field, way), v in 1..numbers
require number(p) = (0 if clue[p] = "x" else clue[p]) for p in clue where clue[p] != "o"
require number(p) > 0 for p in clue where clue[p] = "o"
draw circle at p for p in clue where clue[p] = "o"
draw text at p as "x" for p in clue where clue[p] = "x"
draw number(r, c, v) at {(r, c)} if v > 0 else {} as v
expect solutions = 1
