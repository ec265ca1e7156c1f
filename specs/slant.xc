# A diagonal in each cell; numbers count those that meet, and none form a loop.
#
# A number counts the diagonals that meet at its point. Diagonals form no loop: no part of them, and no point, is
# cut off from the edge.
puzzle "Slant"
board point, may stay empty
  labels clue
  | 0 . . . 0 .
  | 1 2 . 1 . .
  | 1 2 2 . . 1
  | . 2 . . 2 1
  | 0 . 3 2 2 .
  | . 1 1 1 1 .
let h = max(r for (r, c) in point)
let w = max(c for (r, c) in point)
let cells = {(r, c) for (r, c) in point where r < h and c < w}
def ends(p, v) = {p, (p[1]+1, p[2]+1)} if v = "\" else {(p[1], p[2]+1), (p[1]+1, p[2])}
def inner(q) = q if 1 < q[1] < h and 1 < q[2] < w else (0, 0)
choose slant(p in cells) from {"/", "\"}
def meeting(q) = {(p, v) for p in {(q[1]-i, q[2]-j) for i, j in 0..1},
    v in {"/", "\"} where p in cells and q in ends(p, v)}
require count(slant(p) = v for (p, v) in meeting(q)) = clue[q] for q in clue
require any(slant(p) = v for (p, v) in meeting(q)) for q in point where inner(q) = q
def free(p, v) = any(inner(q) = q for q in ends(p, v))
require slant(p, v) where free(p, v) joining {inner(q) for q in ends(p, v)} connected
expect solutions = 1
