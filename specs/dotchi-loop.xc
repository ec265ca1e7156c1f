# A loop through white circles: straight ones or turns in each region.
#
# One loop through all white circles and no black one. In each region it turns at all white circles, or at none.
puzzle "Dotchi Loop"
board field, may stay empty
  labels circle
  | b . w w w .
  | . . b . . w
  | w . . . . .
  | . . w . b w
  | w b . . . .
  | . . . w . w
  labels region
  | a a a e e f
  | a a e e e e
  | a b g e g g
  | c b g g g g
  | b b b b d d
  | d d d d d d
lines line on field
# The line is one loop.
require line as one loop
require (line(p) = 2) = (circle[p] = "w") for p in circle
hidden choose turns(k in {region[p] for p in circle where circle[p] = "w"})
require turns(region[p]) = (line(p, (p[1], p[2]+1)) != line(p, (p[1], p[2]-1)))
  for p in circle where circle[p] = "w"
draw outline at area for area in areas(region)
draw circle at p color "black" if circle[p] = "b" else "white" for p in circle
expect solutions = 1
