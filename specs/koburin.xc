# A loop through all cells but the shaded ones beside numbers.
#
# One loop through all cells without numbers that are not shaded. Shaded cells do not touch; a number counts those
# beside it.
puzzle "Koburin"
board field, may stay empty
  labels clue
  | . . . . . .
  | . . 3 . 2 .
  | . 2 . 3 . .
  | . 0 1 1 . .
  | . 0 1 . . .
  | . . . . . .
let white = {p for p in field where p not in clue}
lines line on white
choose shaded(p in white)
# The loop visits all cells that are not shaded.
require line(p) = 2 - 2*shaded(p) for p in white
# The line is one loop.
require line as one loop
# Shaded cells share no side.
require not (shaded(p) and shaded(q)) for p in white, q in beside(p) where q in white and p < q
require count(shaded(q) for q in beside(p) where q in white) = clue[p] for p in clue where clue[p] != "?"
draw text at p as clue[p] for p in clue
draw shaded(p) at p as "x"
draw as "x" color "black"
expect solutions = 1
