# Two shaded cells in each region, each beside exactly one other.
#
# Two shaded cells in each region, and each beside exactly one other.
puzzle "Norinori"
board field, may stay empty
  labels region
  | f b b d d
  | f b b d d
  | a b b b b
  | a c c e e
  | a c c c e
choose shaded(p in field)
# Each region has two shaded cells.
require count(shaded(p) for p in area) = 2 for area in areas(region)
# A shaded cell is beside exactly one other.
require shaded(p) implies count(shaded(q) for q in beside(p)) = 1 for p in field
draw outline at area for area in areas(region)
draw as "s" color "black"
expect solutions = 1
