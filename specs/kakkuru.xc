# A number is the sum of the digits around it; digits of a line differ.
#
# The digits in the white cells of a row or column differ, and none is larger than the number of white cells of its
# row or its column. A number is the sum of the digits around it.
puzzle "Kakkuru"
board field, may stay empty
  labels clue
  | . . 6 . .
  | . . 9 9 .
  | 7 11 . . 8
  | . . . 13 .
  | . 11 . 10 .
let white = {p for p in field where p not in clue}
def in_line(p, i) = count(q[i] = p[i] for q in white)
choose digit(p in white) from 1..min(in_line(p, 1), in_line(p, 2))
# The digits of a row differ.
require different(digit(p) for p in white where p[1] = r) for r in {r for (r, c) in white}
# The digits of a column differ.
require different(digit(p) for p in white where p[2] = c) for c in {c for (r, c) in white}
require sum(digit(q) for q in around(p) where q in white) = clue[p] for p in clue
draw shade at p for p in clue
draw text at p as clue[p] for p in clue
expect solutions = 1
