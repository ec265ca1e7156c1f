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
let h = max(r for (r, c) in field)
let w = max(c for (r, c) in field)
let border = {(r, c) for (r, c) in field where r in {1, h} or c in {1, w}}
let steps = {(p, q) for p in field, S in {beside(p), border if p in border else {}}, q in S where p < q}
let regions = {region[p] for p in field}
def cells(k) = {p for p in field where region[p] = k}
choose inside(k in regions) from 0..1
require sum((4-len(beside(p)))*(1-inside(k)) for p in cells(k)) + count(inside(region[q]) = inside(k)
    for p in cells(k), q in beside(p) where region[q] != k) = len(cells(k))
  for k in regions
require inside(k, v) where v = 1 at cells(k) connected
require inside(k, v) where v = 0 at cells(k) connected along steps
draw outline at area for area in areas(region)
draw inside(k, v) at cells(k) if v = 1 else {} as "x"
draw as "x" color "gold"
expect solutions = 1
