# A loop around white clues and not around black ones, which count its parts.
#
# One loop through cells without a clue. Clues with w are inside of the loop, those with b outside. A number counts
# the steps of the loop from cell to cell along the line in the direction of its arrow (n, e, s or w).
puzzle "Castle Wall"
board field, may stay empty
  labels clue*
  | . b,0,s . . . .
  | . . . w,0,w . .
  | . . . . w,1,w .
  | . . . . . .
  | b,0,e . . . w,0,n .
  | . b,2,e . . . .
table way
  | name mark down right
  | n    ↑    -1   0
  | e    →    0    1
  | s    ↓    1    0
  | w    ←    0    -1
let h = max(r for (r, c) in field)
let w = max(c for (r, c) in field)
lines line on {p for p in field where p not in clue}
# The line is one loop.
require line as one loop
# Whether the point at the lower right corner of a cell is inside.
hidden choose inside(z in {(r, c) for r in 0..h, c in 0..w}) from 0..1
# The edge is outside of the loop.
require inside((r, c)) = 0 for r in 0..h, c in 0..w where r in {0, h} or c in {0, w}
# The loop runs between what is inside and what is outside.
require (inside((q[1]-1, q[2]-1)) != inside(p)) = line(p, q) for p in field, q in beside(p) where p < q
require inside(p) = (1 if clue[p][1] = "w" else 0) for p in clue where clue[p][1] != "g"
def ahead(p) = ray(p, (way[clue[p][3]].down, way[clue[p][3]].right), field)
require count(line(a, b) for a in ahead(p), b in beside(a) where a < b and b in ahead(p)) = clue[p][2]
  for p in clue where len(clue[p]) = 3
draw circle at p color "white" if clue[p][1] = "w" else "black" for p in clue
draw text at p as (clue[p][2], way[clue[p][3]].mark) for p in clue where len(clue[p]) = 3
expect solutions = 1
