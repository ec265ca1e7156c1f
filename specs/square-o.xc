# A number counts the circles around it.
#
# A number counts the circles in the four cells around it.
puzzle "Square-O"
board field, may stay empty
  labels clue corners
  | . . . . . .
  | . 2 0 . 4 .
  | . . . 2 4 .
  | . 2 2 . 3 .
  | . 3 . 1 3 .
  | . . . . . .
choose circle(p in field)
# A number counts the circles around it.
require count(circle(r-i, c-j) for i, j in 0..1) = clue[r, c] for (r, c) in clue
draw circle(p) at p as "o"
expect solutions = 1
