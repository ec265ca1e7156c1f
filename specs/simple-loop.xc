# One loop through all cells that are not walls.
puzzle "Simple Loop"
board field, may stay empty
  labels wall
  | . . . x . .
  | . . . . . .
  | x . . x . .
  | . . . . . .
  | . . . . . .
  | . . . . . x
let open = {p for p in field where p not in wall}
lines line on open
# The loop visits all cells.
require line(p) = 2 for p in open
# The line is one loop.
require line as one loop
draw shade at p for p in wall
expect solutions = 1
