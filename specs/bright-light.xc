# A number counts the stars seen from its cell.
#
# A number counts the stars seen from its cell; numbers block the view.
puzzle "Bright Light"
board field, may stay empty
  labels clue
  | . . 1 . 1 .
  | 6 . . . . .
  | . 2 2 1 . .
  | . 4 . . . .
  | . . . 5 0 1
  | . . . . . 3
let white = {p for p in field where p not in clue}
choose star(p in white)
require count(star(q) for step in {(0, 1), (0, -1), (1, 0), (-1, 0)}, q in ray(p, step, white)) = clue[p]
  for p in clue
draw text at p as clue[p] for p in clue
draw star(p) at p as "*"
expect solutions = 1
