# Dominoes are magnets or neutral; equal poles do not touch.
#
# A domino is a magnet or neutral; poles of one kind do not touch; numbers count the poles of a line.
puzzle "Magnets"
board field, may stay empty
  labels domino
  |  1  1  2  2  3  3
  |  4  4  5  6  6  7
  |  8  8  5  9  9  7
  | 10 10 11 11 12 12
  labels plus_above above
  | . . . . 2 .
  labels minus_above above
  | 2 1 . 2 2 .
  labels plus_left left
  | .
  | .
  | .
  | 3
  labels minus_left left
  | .
  | 2
  | 1
  | .
choose pole(p in field) from {"+", "-", "x"}
# Both halves of a domino are neutral, or neither is.
require (pole(p) = "x") = (pole(q) = "x") for p in field, q in beside(p) where p < q and domino[p] = domino[q]
# Equal poles are not beside each other.
let h = max(r for (r, c) in field)
let w = max(c for (r, c) in field)
item level[1..h, 0..w, {"+", "-"}] at most once, upright[0..h, 1..w, {"+", "-"}] at most once
also pole(p, v)
  where v != "x"
  covers level[p[1], p[2]-1, v], level[p[1], p[2], v], upright[p[1]-1, p[2], v], upright[p[1], p[2], v]
require count(pole((r, d)) = "+" for (r, d) in field where d = c) = plus_above[c] for c in plus_above
require count(pole((r, d)) = "-" for (r, d) in field where d = c) = minus_above[c] for c in minus_above
require count(pole((s, c)) = "+" for (s, c) in field where s = r) = plus_left[r] for r in plus_left
require count(pole((s, c)) = "-" for (s, c) in field where s = r) = minus_left[r] for r in minus_left
draw outline at area for area in areas(domino)
expect solutions = 1
