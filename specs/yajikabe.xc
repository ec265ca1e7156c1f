# Numbers count the shaded cells that their arrows point to.
#
# A number counts the shaded cells in the direction of its arrow (n, e, s or w). Cells with arrows are not shaded;
# shaded cells are connected, and no square of four cells is shaded.
puzzle "Yajikabe"
board field, may stay empty
  labels clue*
  | . 1,s . . 1,w
  | 1,e . . . .
  | . . . . 2,w
  | . 1,e 0,n . .
  | . . . . 0,s
table way
  | name mark down right
  | n    ↑    -1   0
  | e    →    0    1
  | s    ↓    1    0
  | w    ←    0    -1
def ahead(p) = ray(p, (way[clue[p][2]].down, way[clue[p][2]].right), field)
choose shade(p in field) from 0..1
# Cells with arrows are not shaded.
require shade(p) = 0 for p in clue
require sum(shade(q) for q in ahead(p)) = clue[p][1] for p in clue
# No square of four cells is all shaded.
require any(shade(q) = 0 for q in square) for square in windows(field, 2, 2)
# All shaded cells are connected.
require shade(p, v) where v = 1 connected
draw text at p as (clue[p][1], way[clue[p][2]].mark) for p in clue
draw shade(p, v) at {p} if v = 1 else {} as "x"
draw as "x" color "black"
expect solutions = 1
