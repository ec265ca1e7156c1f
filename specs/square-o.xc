# A number counts the circles at the corners of its cell.
#
# Circles at points of the grid; a number counts those at the corners of the cell to the lower right of its point.
puzzle "Square-O"
board point, may stay empty
  labels clue
  | 2 0 . 4 .
  | . . 2 4 .
  | 2 2 . 3 .
  | 3 . 1 3 .
  | . . . . .
choose circle(p in point)
require count(circle((r+i, c+j)) for i, j in 0..1) = clue[r, c] for (r, c) in clue
draw circle(p) at p as "o"
expect solutions = 1
