# A number counts the shaded cells seen from it, which are all connected.
#
# A number counts the shaded cells in a row from it, in all four directions. Cells with numbers are not shaded;
# shaded cells are connected, and no square of four cells is shaded.
puzzle "Canal View"
board field, may stay empty
  labels clue
  | . 1 . 0 .
  | . . . . .
  | . 1 . . 1
  | . . . . 1
  | . . . . .
choose shade(p in field) from 0..1
# Cells with numbers are not shaded.
require shade(p) = 0 for p in clue
let ways = {(0, 1), (0, -1), (1, 0), (-1, 0)}
require sum(leading(shade(q) = 1 for q in ray(p, way, field)) for way in ways) = clue[p]
  for p in clue where clue[p] != "?"
# No square of four cells is all shaded.
require any(shade(q) = 0 for q in square) for square in windows(field, 2, 2)
# All shaded cells are connected.
require shade(p, v) where v = 1 connected
draw text at p as clue[p] for p in clue
draw shade(p, v) at {p} if v = 1 else {} as "x"
draw as "x" color "black"
expect solutions = 1
