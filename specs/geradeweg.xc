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
let steps = {(p, q) for p in field, q in beside(p) where p < q}
def edge(p, q) = (p, q) if p < q else (q, p)
choose line((p, q) in steps)
def arm(p, d, k) = {edge((p[1]+(i-1)*d[1], p[2]+(i-1)*d[2]), (p[1]+i*d[1], p[2]+i*d[2])) for i in 1..k}
def far(p, d) = len(ray(p, d, field))
choose visited(p in field)
require count(line(edge(p, q)) for q in beside(p)) = 2*visited(p) for p in field
require line(p, q) joining {p, q} as one loop
require visited(p) for p in clue
require sum(count(all(line(e) for e in arm(p, d, k)) for k in 1..far(p, d)) for d in axis) in {0, clue[p]}
  for p in clue, axis in {((0, 1), (0, -1)), ((1, 0), (-1, 0))} where clue[p] != "?"
draw text at p as clue[p] for p in clue
draw line(p, q) joining {p, q}
draw visited(p) at {}
expect solutions = 1
