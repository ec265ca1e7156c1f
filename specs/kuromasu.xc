# A number counts the white cells that its cell sees, with its own.
#
# A number counts the white cells seen from its cell, with it; shaded cells do not touch, white ones are
# connected.
puzzle "Kuromasu"
board field, may stay empty
  labels clue
  | 5 . 5 . .
  | . . . . .
  | . . . . .
  | . 7 . . 2
  | . 7 . . .
choose shade(p in field) from 0..1
def way(p, step) = ray(p, step, field)
require shade(p) = 0 for p in clue
require shade(p) + shade(q) <= 1 for p in field, q in beside(p) where p < q
require shade(p, v) where v = 0 at p connected
require 1 + sum(count(all(shade(q) = 0 for q in way(p,
    step) where abs(q[1]-p[1])+abs(q[2]-p[2]) <= k) for k in 1..len(way(p, step))) for step in {(0, 1), (0,
    -1), (1, 0), (-1, 0)}) = clue[p]
  for p in clue where clue[p] != "?"
draw text at p as clue[p] for p in clue
draw shade(p, v) at {p} if v = 1 else {} as "x"
draw as "x" color "black"
expect solutions = 1
