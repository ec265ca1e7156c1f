# A loop through all cells that visits each region once.
#
# One loop through all cells that enters and leaves each region exactly once.
puzzle "Entry Exit"
board field, may stay empty
  labels region
  | c c c c c b
  | c f f g g b
  | d f f g g b
  | d d f h h a
  | e e f a h a
  | e e e a a a
let steps = {(p, q) for p in field, q in beside(p) where p < q}
lines line on field
# The loop visits all cells.
require line(p) = 2 for p in field
# The line is one loop.
require line as one loop
require count(line(p, q) for (p, q) in steps where region[p] != region[q] and k in {region[p], region[q]}) = 2
  for k in {region[p] for p in region}
draw outline at area for area in areas(region)
expect solutions = 1
