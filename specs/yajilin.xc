# A loop through all cells but the shaded ones that arrows count.
#
# One loop through all cells without arrows that are not shaded. Shaded cells do not touch; a number counts those
# in the direction of its arrow (n, e, s or w). Nothing is in a cell with an x.
puzzle "Yajilin"
board field, may stay empty
  labels clue*
  | . . . . . .
  | . . 1,e . 2,w .
  | . 2,e . 1,w . .
  | . 0,e 1,n 0,w . .
  | . 0,w 1,n . . .
  | . . . . . .
table way
  | name mark down right
  | n    ↑    -1   0
  | e    →    0    1
  | s    ↓    1    0
  | w    ←    0    -1
def ahead(p) = ray(p, (way[clue[p][2]].down, way[clue[p][2]].right), field)
let white = {p for p in field where p not in clue}
let arrows = {p for p in clue where len(clue[p]) = 2}
lines line on white
choose shaded(p in white)
# The loop visits all cells that are not shaded.
require line(p) = 2 - 2*shaded(p) for p in white
# The line is one loop.
require line as one loop
# Shaded cells share no side.
require not (shaded(p) and shaded(q)) for p in white, q in beside(p) where q in white and p < q
require count(shaded(q) for q in ahead(p) where q in white) = clue[p][1] for p in arrows
draw shade at p for p in clue where p not in arrows
draw text at p as (clue[p][1], way[clue[p][2]].mark) for p in arrows
draw shaded(p) at p as "x"
draw as "x" color "black"
expect solutions = 1
