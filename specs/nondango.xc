# One circle in each region is black; never three equal ones in a line.
#
# One circle in each region is black. Three circles beside each other in a row, column or diagonal do not have the
# same color.
puzzle "Nondango"
board field, may stay empty
  labels circle
  | x x . x .
  | x x x x .
  | x . x x .
  | . x x x x
  | . . x . x
  labels region
  | e b b a a
  | e b b a a
  | e e b c a
  | e f f c d
  | f f f c c
choose black(p in circle)
# One circle of each region is black.
require count(black(p) for p in area where p in circle) = 1 for area in areas(region)
# Three circles in a line are not all alike.
require 1 <= count(black((r+i*a, c+i*b)) for i in 0..2) <= 2
  for (r, c) in circle, (a, b) in {(0, 1), (1, 0), (1, 1), (1, -1)}
      where (r+a, c+b) in circle and (r+2*a, c+2*b) in circle
draw outline at area for area in areas(region)
draw circle at p color "white" for p in circle
draw black(p) at p as "o"
expect solutions = 1
