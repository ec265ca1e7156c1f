# Numbers count the arrows at the border that point to them.
#
# Each cell of the border, except its corners, has an arrow that points into the grid, straight or diagonally. A
# number counts the arrows that point to its cell.
puzzle "Arrow Numbers"
board field, may stay empty
  labels clue
  | . . . . .
  | . 0 2 . .
  | . . 2 7 .
  | . . . 4 .
  | . . . . .
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
let h = max(r for (r, c) in field)
let w = max(c for (r, c) in field)
let inner = {(r, c) for (r, c) in field where 1 < r < h and 1 < c < w}
let border = {(r, c) for (r, c) in field where (r in {1, h}) != (c in {1, w})}
choose arrow(p in border) from {d for d in way where (p[1]+d.down, p[2]+d.right) in inner}
def ahead(p, d) = {q for q in ray(p, (d.down, d.right), inner)}
item number[q in clue] clue[q] times
also arrow(p, d) covers (number[q] for q in ahead(p, d) where q in clue)
draw arrow(p, d) at p as d.mark
draw text at q as clue[q] for q in clue
expect solutions = 1
