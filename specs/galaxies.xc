# Divide a grid into areas that half a turn takes to themselves.
#
# Each area has one center, and half a turn around it takes the area to itself. A center is in the middle of a cell
# (o), of its right side (r), of its lower side (b), or at its lower right corner (x).
puzzle "Spiral Galaxies"
board field, may stay empty
  labels center
  | o . . b . o
  | . . b . . .
  | r . . . r .
  | . . . . . .
  | o . . b . .
  | . o . . . .
let twice = {(p, 2*p[1]+(1 if center[p] in {"b", "x"} else 0), 2*p[2]+(1 if center[p] in {"r", "x"} else 0))
    for p in center}
choose galaxy(q in field) from {p for (p, r, c) in twice where (r-q[1], c-q[2]) in field}
# An area has its center.
require galaxy((i, j)) = p for (p, r, c) in twice, i in r div 2..(r+1) div 2, j in c div 2..(c+1) div 2
# Half a turn takes an area to itself.
require (galaxy(q) = p) = (galaxy((r-q[1], c-q[2])) = p)
  for (p, r, c) in twice, q in field where (r-q[1], c-q[2]) in field and q < (r-q[1], c-q[2])
# Each area is connected.
require galaxy(q, p) connected per p
draw dot at {p} for p in center where center[p] = "o"
draw dot at {(r div 2, c div 2), ((r+1) div 2, (c+1) div 2)} for (p, r, c) in twice where center[p] != "o"
draw galaxy(q, p) at q as p
expect solutions = 1
