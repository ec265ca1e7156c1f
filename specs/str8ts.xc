# Between black cells, the digits of a line are consecutive.
#
# No digit twice in a line; between black cells, the digits of a line are consecutive, in any order.
puzzle "Str8ts"
board field, may stay empty
  labels clue
  | . . . . .
  | . . . . .
  | 4 . . . .
  | . . 2 . 5
  | . . . 5 .
  labels black
  | . . . x .
  | . . x . .
  | . x . . x
  | x . . . .
  | x . . . .
let n = max(r for (r, c) in field)
let white = {p for p in field where p not in black}
choose digit(p in {p for p in field where p in white or p in clue}) from 1..n
require digit(p) = clue[p] for p in clue
# The digits of a row differ.
require different(digit(p) for p in field where p[1] = i and (p in white or p in clue)) for i in 1..n
# The digits of a column differ.
require different(digit(p) for p in field where p[2] = i and (p in white or p in clue)) for i in 1..n
# The digits between black cells are consecutive.
require abs(digit(a)-digit(b)) < len(run)
  for way in {(0, 1), (1, 0)}, run in runs(white, way), a, b in run where a < b
draw shade at p for p in black
expect solutions = 1
