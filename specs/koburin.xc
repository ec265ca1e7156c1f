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
let steps = {(p, q) for p in white, q in beside(p) where p < q and q in white}
def edge(p, q) = (p, q) if p < q else (q, p)
choose line((p, q) in steps)
choose shaded(p in white)
require count(line(edge(p, q)) for q in beside(p) where q in white) = 2 - 2*shaded(p) for p in white
require line(p, q) joining {p, q} as one loop
require not (shaded(p) and shaded(q)) for (p, q) in steps
require count(shaded(q) for q in beside(p) where q in white) = clue[p] for p in clue where clue[p] != "?"
draw text at p as clue[p] for p in clue
draw line(p, q) joining {p, q}
draw shaded(p) at p as "x"
draw as "x" color "black"
expect solutions = 1
