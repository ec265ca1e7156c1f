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
# Cells with numbers are white.
require shade(p) = 0 for p in clue
# Shaded cells share no side.
require not (shade(p) = 1 and shade(q) = 1) for p in field, q in beside(p) where p < q
# All white cells are connected.
require shade(p, v) where v = 0 connected
let ways = {(0, 1), (0, -1), (1, 0), (-1, 0)}
require 1 + sum(leading(shade(q) = 0 for q in ray(p, way, field)) for way in ways) = clue[p]
  for p in clue where clue[p] != "?"
draw text at p as clue[p] for p in clue
draw shade(p, v) at {p} if v = 1 else {} as "x"
draw as "x" color "black"
expect solutions = 1
