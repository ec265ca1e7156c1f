# Each arrow points to one star, and to each star points one arrow.
#
# Numbers count the stars in a row or column. Arrows (n, ne, e ..) point to exactly one star, and exactly one arrow
# points to each star.
puzzle "Starry Sky"
board field, may stay empty
  labels down above
  | . . . 2 . .
  labels across left
  | 2
  | .
  | .
  | .
  | .
  | .
  labels arrow
  | . . . . . .
  | . nw . se s .
  | . . . . e .
  | . . . . . .
  | . . n . w .
  | . . . . w .
table way
  | name mark down right
  | n    ↑    -1   0
  | ne   ↗    -1   1
  | e    →    0    1
  | se   ↘    1    1
  | s    ↓    1    0
  | sw   ↙    1    -1
  | w    ←    0    -1
  | nw   ↖    -1   -1
def ahead(p) = ray(p, (way[arrow[p]].down, way[arrow[p]].right), field)
let sky = {p for p in field where p not in arrow}
choose star(p in sky)
# Each arrow points to one star.
require count(star(q) for q in ahead(p) where q in sky) = 1 for p in arrow
# To each star points one arrow.
require sum(count(q = p for q in ahead(a)) for a in arrow) = 1 for p in sky where star(p)
require count(star(p) for p in sky where p[1] = r) = across[r] for r in across
require count(star(p) for p in sky where p[2] = c) = down[c] for c in down
draw text at p as way[arrow[p]].mark for p in arrow
draw star(p) at p as "*"
expect solutions = 1
