# A number counts the cells around it that the loop visits.
#
# One loop that visits no number; a number counts the cells around it that the loop visits.
puzzle "Linesweeper"
board field, may stay empty
  labels clue
  | 3 . . . . .
  | . . . . 7 .
  | . 4 . . . .
  | . 5 . . . 5
  | . . . . . .
  | 3 . . . . .
lines line on field
# The line is one loop.
require line as one loop
# The loop visits no number.
require line(p) = 0 for p in clue
require count(line(q) = 2 for q in around(p)) = clue[p] for p in clue
draw text at p as clue[p] for p in clue
expect solutions = 1
