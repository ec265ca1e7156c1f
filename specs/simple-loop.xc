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
require line(p) = 2 for p in open
require line as one loop
draw shade at p for p in wall
expect solutions = 1
