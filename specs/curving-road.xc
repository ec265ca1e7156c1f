# Shade cells so that no way between circles has fewer than two turns.
#
# Shaded cells are none of the circles and do not touch; the others are connected. Each way between two circles
# through cells that are not shaded turns at least twice.
puzzle "Curving Road"
board field, may stay empty
  labels circle
  | . . . o .
  | o . . . .
  | . . o . .
  | . . . . o
  | o . o . .
choose shade(p in field) from 0..1
# Circles are not shaded.
require shade(p) = 0 for p in circle
# Shaded cells share no side.
require not (shade(p) = 1 and shade(q) = 1) for p in field, q in beside(p) where p < q
# All cells that are not shaded are connected.
require shade(p, v) where v = 0 connected
# The cells on the way from one circle to another that turns at a cell, or nowhere.
def between(a, b) = min(a, b)..max(a, b)
def way(p, q, t) = {z for S in {{(r, t[2]) for r in between(p[1], t[1])},
    {(r, t[2]) for r in between(q[1], t[1])}, {(t[1], c) for c in between(p[2], t[2])},
    {(t[1], c) for c in between(q[2], t[2])}}, z in S}
# Each way between two circles turns at least twice.
require any(shade(z) = 1 for z in way(p, q, t))
  for p, q in circle, t in {(p[1], q[2]), (q[1], p[2])}
      where p < q and all(z in {p, q} or z not in circle for z in way(p, q, t))
draw circle at p for p in circle
draw shade(p, v) at {p} if v = 1 else {} as "x"
draw as "x" color "black"
expect solutions = 1
