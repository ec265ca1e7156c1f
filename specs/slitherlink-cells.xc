# Slitherlink by its cells: what is inside of the loop.
#
# A loop along the sides of cells; a number counts those sides of its cell that belong to it. So cells inside are
# connected, and so are those outside, together with the edge; a number counts the cells beside it on the other
# side of the loop.
puzzle "Slitherlink by Cells"
board field, may stay empty
  labels clue
  | . 2 1 . .
  | . . . 1 1
  | . 2 . 1 .
  | 2 1 . . 1
  | . 3 . . 3
choose inside(p in field)
# The loop has an inside.
require any(inside(p) for p in field)
require count(inside(q) != inside(p) for q in beside(p)) + (4-len(beside(p)))*inside(p) = clue[p]
  for p in clue
# All cells inside are connected.
require inside connected
# All cells outside are connected to the edge.
require not inside connected to the edge
draw text at p as clue[p] for p in clue
draw inside(p) at p as "x"
draw as "x" color "gold"
expect solutions = 1
