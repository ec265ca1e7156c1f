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
let out = (0, 0)
let places = {p for S in {field, {out}}, p in S}
let steps = {(p, q) for p in field, q in {q for S in {beside(p), {out} if len(beside(p)) < 4 else {}}, q in S}
    where q < p}
choose inside(p in places) from 0..1
require inside(out) = 0
require any(inside(p) = 1 for p in field)
require count(inside(q) != inside(p) for q in beside(p)) + (4-len(beside(p)))*inside(p) = clue[p]
  for p in clue
require inside(p, v) where v = 1 at p connected
require inside(p, v) where v = 0 at p connected along steps
draw text at p as clue[p] for p in clue
draw inside(p, v) at {p} if v = 1 and p != out else {} as "x"
draw as "x" color "gold"
expect solutions = 1
