# A loop that turns at black circles and goes straight through white ones.
#
# One loop through all circles. It turns at black ones, and goes straight through the cells before and after them;
# it goes straight through white ones, and turns in the cell before or after them.
puzzle "Masyu"
board field, may stay empty
  labels circle
  | . w . . w .
  | . . . w . .
  | . . . . . .
  | w . w . . w
  | . . w . b .
  | . . . . . .
let four = {(0, 1), (1, 0), (0, -1), (-1, 0)}
def next(p, d) = (p[1]+d[1], p[2]+d[2])
def back(d) = (-d[1], -d[2])
lines line on field
def ahead(p, d) = line(p, next(p, d))
# The line is one loop.
require line as one loop
# The loop goes through every circle.
require line(p) = 2 for p in circle
require ahead(p, d) != ahead(p, back(d)) for p in circle, d in four where circle[p] = "b"
require ahead(p, d) implies ahead(next(p, d), d) for p in circle, d in four where circle[p] = "b"
require ahead(p, d) = ahead(p, back(d)) for p in circle, d in four where circle[p] = "w"
require ahead(p, d) implies not (ahead(next(p, d), d) and ahead(next(p, back(d)), back(d)))
  for p in circle, d in four where circle[p] = "w"
draw circle at p color "black" if circle[p] = "b" else "white" for p in circle
expect solutions = 1
