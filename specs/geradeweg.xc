# A number is the length of the straight parts of the loop at it.
#
# One loop through all numbers. A number is the length of each straight part of the loop that goes through its
# cell or ends there.
puzzle "Geradeweg"
board field, may stay empty
  labels clue
  | . 1 . . .
  | . . . 3 .
  | . . 2 . .
  | . . . . .
  | 4 . . . .
lines line on field
def part(p, d, i) = line((p[1]+(i-1)*d[1], p[2]+(i-1)*d[2]), (p[1]+i*d[1], p[2]+i*d[2]))
def far(p, d) = len(ray(p, d, field))
# The line is one loop.
require line as one loop
# The loop goes through every number.
require line(p) = 2 for p in clue
require sum(leading(part(p, d, i) for i in 1..far(p, d)) for d in axis) in {0, clue[p]}
  for p in clue, axis in {((0, 1), (0, -1)), ((1, 0), (-1, 0))} where clue[p] != "?"
draw text at p as clue[p] for p in clue
expect solutions = 1
