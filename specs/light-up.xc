# Light all white cells by lamps that do not see each other.
#
# Every white cell is lit, and no lamp lights another; a number counts the lamps beside it.
puzzle "Light Up"
board field, may stay empty
  labels clue
  | . . . 2 . .
  | 0 . 3 . . .
  | . . . 2 . x
  | x . . . . 0
  | . . . . . .
  | . . x 1 . .
let white = {p for p in field where p not in clue}
let ways = {(0, 1), (0, -1), (1, 0), (-1, 0)}
# Each white cell is lit.
item lit[white] at least 1 times
optional option lamp(p in white) covers lit[p], (lit[q] for way in ways, q in ray(p, way, white))
require count(lamp(q) for q in beside(p) where q in white) = clue[p] for p in clue where clue[p] != "x"
# No lamp shines on another.
require count(lamp(p) for p in run) <= 1 for way in {(0, 1), (1, 0)}, run in runs(white, way)
draw shade at p color "black" for p in clue
draw text at p as clue[p] for p in clue where clue[p] != "x"
draw lamp(p) at p as "o"
draw as "o" color "gold"
expect solutions = 1
