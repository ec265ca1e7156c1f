# A loop through all cells that visits each region twice.
#
# One loop through all cells that visits each region exactly twice. Shaded cells are no part of it.
puzzle "Double Back"
board field, may stay empty
  labels region
  | b b b b a a
  | b b a a a e
  | b d d e a e
  | b b d e e e
  | c b d d d e
  | c c c c e e
let steps = {(p, q) for p in region, q in beside(p) where p < q and q in region}
lines line on {p for p in region}
# The loop visits all cells.
require line(p) = 2 for p in region
# The line is one loop.
require line as one loop
require count(line(p, q) for (p, q) in steps where region[p] != region[q] and k in {region[p], region[q]}) = 4
  for k in {region[p] for p in region}
draw outline at area for area in areas(region)
draw shade at p for p in field where p not in region
expect solutions = 1
