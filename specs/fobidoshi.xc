# All circles are connected, and never four in a row.
#
# Draw further circles, so that all are connected, and never four are beside each other in a row or column.
puzzle "Fobidoshi"
board field, may stay empty
  labels clue
  | . . . . .
  | . . . o x
  | . x . . .
  | o x . . o
  | . o . o .
choose circle(p in field) from 0..1
require circle(p) = (1 if clue[p] = "o" else 0) for p in clue
# Four cells beside each other do not all have circles.
require sum(circle(p) for p in four) <= 3 for four in windows(field, 1, 4)
# Four cells below each other do not all have circles.
require sum(circle(p) for p in four) <= 3 for four in windows(field, 4, 1)
# All circles are connected.
require circle(p, v) where v = 1 connected
draw circle(p, v) at {p} if v = 1 else {} as "o"
draw circle at p for p in clue where clue[p] = "o"
expect solutions = 1
