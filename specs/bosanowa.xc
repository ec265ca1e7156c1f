# A number is the sum of its differences to the numbers beside it.
#
# Each cell that is not black (x) has a number above 0, the sum of its differences to the numbers beside it.
puzzle "Bosanowa"
param most = 9 in 1..99
board field, may stay empty
  labels clue
  | . . . .
  | x x . .
  | . . . x
  | 3 . . .
let white = {p for p in field where p not in clue or clue[p] != "x"}
let steps = {(p, q) for p in white, q in beside(p) where p < q and q in white}
def edge(p, q) = (p, q) if p < q else (q, p)
choose number(p in white) from 1..most
hidden choose gap((p, q) in steps) from 0..most-1
require number(p) = clue[p] for p in clue where clue[p] != "x"
# A gap is the difference of two numbers beside each other.
require gap(p, q) = abs(number(p)-number(q)) for (p, q) in steps
# A number is the sum of its differences to those beside it.
require sum(gap(edge(p, q)) for q in beside(p) where q in white) = number(p) for p in white
draw shade at p for p in clue where clue[p] = "x"
expect solutions = 1
