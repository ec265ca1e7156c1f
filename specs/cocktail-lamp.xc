# Shade one connected part of each region; all of them touch at corners.
#
# A number counts the shaded cells of its region. Shaded cells of a region are connected, and do not touch those
# of another region but at a corner; all shaded cells are connected by sides or corners, and nowhere 2 by 2 cells.
puzzle "Cocktail Lamp"
board field, may stay empty
  labels clue
  | . . . . . .
  | . . . . . 0
  | . . . . . .
  | . . . . . 1
  | . . . . . .
  | . . . . . .
  labels region
  | a b b b f f
  | a a b b f d
  | a c b b d d
  | c c c d d e
  | h h c c d d
  | h h g g g g
choose shade(p in field) from 0..1
require sum(shade(q) for q in field where region[q] = region[p]) = clue[p] for p in clue
# Shaded cells of two regions share no side.
require not (shade(p) = 1 and shade(q) = 1)
  for p in field, q in beside(p) where p < q and region[p] != region[q]
# No square of four cells is all shaded.
require sum(shade(q) for q in square) <= 3 for square in windows(field, 2, 2)
# The shaded cells of a region are connected.
require shade(p, v) where v = 1 connected per region[p]
# All shaded cells are connected, by sides or corners.
require shade(p, v) where v = 1 connected at corners
draw outline at area for area in areas(region)
draw text at p as clue[p] for p in clue
draw shade(p, v) at {p} if v = 1 else {} as "x"
draw as "x" color "black"
expect solutions = 1
