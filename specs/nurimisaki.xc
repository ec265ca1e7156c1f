# Circles are the dead ends of the white cells, which are all connected.
#
# White cells are connected. Those with a circle have one white cell beside them, and all others have more. A
# number in a circle counts the white cells from there to the next shaded one, with its own. No square of four
# cells is all white or all shaded.
puzzle "Nurimisaki"
board field, may stay empty
  labels circle
  | . ? . . 3
  | ? . . . .
  | . . . . .
  | . . . . .
  | ? . ? . .
choose shade(p in field) from 0..1
# A circle has one white cell beside it.
require shade(p) = 0 and count(shade(q) = 0 for q in beside(p)) = 1 for p in circle
# A white cell without a circle has two or more beside it.
require shade(p) = 0 implies count(shade(q) = 0 for q in beside(p)) >= 2 for p in field where p not in circle
let ways = {(0, 1), (0, -1), (1, 0), (-1, 0)}
require 1 + sum(leading(shade(q) = 0 for q in ray(p, way, field)) for way in ways) = circle[p]
  for p in circle where circle[p] != "?"
# No square of four cells is all white or all shaded.
require 1 <= sum(shade(q) for q in square) <= 3 for square in windows(field, 2, 2)
# All white cells are connected.
require shade(p, v) where v = 0 connected
draw circle at p color "white" for p in circle
draw text at p as circle[p] for p in circle where circle[p] != "?"
draw shade(p, v) at {p} if v = 1 else {} as "x"
draw as "x" color "black"
expect solutions = 1
