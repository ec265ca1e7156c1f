# A circle, a square and a triangle in each region; equal signs do not touch.
#
# Each region has one circle (c), one square (s) and one triangle (t). Equal signs do not touch, not even at a
# corner, and all cells with signs are connected.
puzzle "Hakoiri-masashi"
board field, may stay empty
  labels clue
  | . t . c .
  | c . . . .
  | . . . . .
  | c . . . .
  | . t . . .
  labels region
  | e e a a a
  | e e a b a
  | d b b b c
  | d d d b c
  | d d c c c
choose sign(p in field) from {"-", "c", "s", "t"}
require sign(p) = clue[p] for p in clue
# Each region has every sign once.
require count(sign(p) = x for p in area) = 1 for area in areas(region), x in {"c", "s", "t"}
# Equal signs do not touch.
require sign(p) = "-" or sign(p) != sign(q) for p in field, q in around(p) where p < q
# All cells with signs are connected.
require sign(p, x) where x != "-" connected
draw outline at area for area in areas(region)
draw sign(p, x) at {p} if x != "-" else {} as x
expect solutions = 1
