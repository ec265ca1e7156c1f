# A diagonal in each cell; numbers count those that meet, and none form a loop.
#
# A number counts the diagonals that meet at its point. Diagonals form no loop: no part of them, and no point, is
# cut off from the edge.
puzzle "Slant"
board field, may stay empty
  labels clue corners
  | 0 . . . 0 .
  | 1 2 . 1 . .
  | 1 2 2 . . 1
  | . 2 . . 2 1
  | 0 . 3 2 2 .
  | . 1 1 1 1 .
let inner = {(r, c) for (r, c) in field where (r-1, c-1) in field}
def ends(p, v) = {p, (p[1]+1, p[2]+1)} if v = "\" else {(p[1], p[2]+1), (p[1]+1, p[2])}
def point(q) = q if q in inner else (0, 0)
choose slant(p in field) from {"/", "\"}
def meeting(q) = {(p, v) for p in {(q[1]-i, q[2]-j) for i, j in 0..1}, v in {"/", "\"}
    where p in field and q in ends(p, v)}
require count(slant(p) = v for (p, v) in meeting(q)) = clue[q] for q in clue
# No point is cut off from the edge.
require any(slant(p) = v for (p, v) in meeting(q)) for q in inner
def free(p, v) = any(q in inner for q in ends(p, v))
# Diagonals form no loop.
require slant(p, v) where free(p, v) joining {point(q) for q in ends(p, v)} connected
expect solutions = 1
