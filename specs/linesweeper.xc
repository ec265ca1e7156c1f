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
let steps = {(p, q) for p in field, q in beside(p) where p < q}
def edge(p, q) = (p, q) if p < q else (q, p)
choose line((p, q) in steps)
choose visited(p in field)
require count(line(edge(p, q)) for q in beside(p)) = 2*visited(p) for p in field
require line(p, q) joining {p, q} as one loop
require not visited(p) for p in clue
require count(visited(q) for q in around(p)) = clue[p] for p in clue
draw text at p as clue[p] for p in clue
draw line(p, q) joining {p, q}
draw visited(p) at {}
expect solutions = 1
