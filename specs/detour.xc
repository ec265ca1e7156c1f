# A loop through all cells; a number counts the turns in its region.
#
# One loop through all cells; a number counts the cells of its region where the loop turns.
puzzle "Detour"
board field, may stay empty
  labels clue
  | 1 . . 3 . .
  | 4 . . . . 2
  | . . 3 . . .
  | . . . . . .
  | . . . . . 2
  | . . . . . .
  labels region
  | g g g a a a
  | f e e e a b
  | f f d e a b
  | f d d e b b
  | f h d e b c
  | f h d c c c
lines line on field
# The loop visits all cells.
require line(p) = 2 for p in field
# The line is one loop.
require line as one loop
hidden choose turn(p in field)
# The loop turns where it is not straight.
require turn(p) = (line(p, (p[1], p[2]+1)) != line(p, (p[1], p[2]-1))) for p in field
require count(turn(q) for q in field where region[q] = region[p]) = clue[p] for p in clue
draw outline at area for area in areas(region)
draw text at p as clue[p] for p in clue
expect solutions = 1
