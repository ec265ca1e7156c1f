# A crossword of sums: different digits add up to the number before them.
#
# Digits from 1 to 9 in the white cells. A number in a shaded cell is the sum of the digits on its right, or below
# it, up to the next shaded cell; these digits differ.
puzzle "Kakuro"
board field, may stay empty
  labels shaded
  | x x x x x
  | x . . x x
  | x . . . x
  | x x . . .
  | x x x . .
  labels across
  | . . . . .
  | 14 . . . .
  | 10 . . . .
  | . 19 . . .
  | . . 8 . .
  labels down
  | . 8 11 . .
  | . . . 22 .
  | . . . . 10
  | . . . . .
  | . . . . .
let white = {p for p in field where p not in shaded}
choose digit(p in white) from 1..9
require p in shaded and sum(digit(q) for q in ray(p, (0, 1), white)) = across[p] for p in across
require p in shaded and sum(digit(q) for q in ray(p, (1, 0), white)) = down[p] for p in down
# The digits of a run differ.
require different(digit(q) for q in run) for way in {(0, 1), (1, 0)}, run in runs(white, way)
draw shade at p for p in shaded
draw text at p as across[p] for p in across where p not in down
draw text at p as down[p] for p in down where p not in across
draw text at p as (down[p], across[p]) for p in across where p in down
expect solutions = 1
