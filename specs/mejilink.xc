# A loop on borders that leaves out as many sides as a region has cells.
#
# One loop along the borders of the regions. As many sides of cells on the border of a region are not part of the
# loop as the region has cells. So a whole region is inside or outside.
puzzle "Mejilink"
board field, may stay empty
  labels region
  | a a b c
  | a a a c
  | a d d e
  | a f g e
choose inside(p in field)
# The loop has an inside.
require any(inside(p) for p in field)
# A region is inside or outside as a whole.
require inside(p) = inside(q) for p in field, q in beside(p) where p < q and region[p] = region[q]
# As many sides of a region are left out as it has cells.
require sum((4-len(beside(p)))*(1-inside(p)) for p in area) + count(inside(q) = inside(p)
    for p in area, q in beside(p) where q not in area) = len(area)
  for area in areas(region)
# All cells inside are connected.
require inside connected
# All cells outside are connected to the edge.
require not inside connected to the edge
draw outline at area for area in areas(region)
draw inside(p) at p as "x"
draw as "x" color "gold"
expect solutions = 1
