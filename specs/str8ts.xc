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
require different(digit(p) for p in field where p[1] = i and (p in white or p in clue)) for i in 1..n
require different(digit(p) for p in field where p[2] = i and (p in white or p in clue)) for i in 1..n
def run(p, step) = {q for q in ray((p[1]-step[1], p[2]-step[2]), step, white)}
let starts = {(p, step) for p in white,
    step in {(0, 1), (1, 0)} where (p[1]-step[1], p[2]-step[2]) not in white}
require abs(digit(a)-digit(b)) < len(run(p, step)) for (p, step) in starts, a, b in run(p, step) where a < b
draw shade at p for p in black
expect solutions = 1
