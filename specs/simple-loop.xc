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
let steps = {(p, q) for p in open, q in beside(p) where p < q and q in open}
choose line((p, q) in steps)
require count(line(a, b) for (a, b) in steps where p in {a, b}) = 2 for p in open
require line(p, q) joining {p, q} as one loop
draw shade at p for p in wall
draw line(p, q) joining {p, q}
expect solutions = 1
