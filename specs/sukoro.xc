# A number counts the numbers beside it; equal ones are not neighbors.
#
# A number counts the numbers beside it; equal numbers are not beside each other, and all numbers are connected.
puzzle "Sukoro"
board field, may stay empty
  labels clue
  | . . . 2 .
  | . . . . .
  | . . . . .
  | . . . . 3
  | . 3 . . .
choose number(p in field) from 0..4
require number(p) = clue[p] for p in clue
# A number counts the numbers beside it.
require number(p) > 0 implies number(p) = count(number(q) > 0 for q in beside(p)) for p in field
# Equal numbers are not beside each other.
require number(p) = 0 or number(p) != number(q) for p in field, q in beside(p) where p < q
# All numbers are connected.
require number(p, v) where v > 0 connected
draw number(p, v) at {p} if v > 0 else {} as v
expect solutions = 1
