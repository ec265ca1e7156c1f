# One loop visits each region once; unvisited cells of two do not touch.
#
# One loop that visits each region once; a number counts the cells visited; unvisited cells of two regions do
# not touch.
puzzle "Country Road"
board field, may stay empty
  labels region
  | a a a a b
  | a a a c b
  | d e c c b
  | d e e f b
  | d e e f f
  labels clue
  | 5 . . . .
  | . . . . .
  | 3 5 . . .
  | . . . 1 .
  | . . . . .
let steps = {(p, q) for p in field, q in beside(p) where p < q}
lines line on field
hidden choose visited(p in field)
# The loop goes on from each cell that it visits.
require line(p) = 2*visited(p) for p in field
# The line is one loop.
require line as one loop
# The loop visits each region once.
require count(line(a, b) for (a, b) in steps where region[a] != region[b] and k in {region[a], region[b]}) = 2
  for k in {region[p] for p in field}
require count(visited(q) for q in field where region[q] = region[p]) = clue[p] for p in clue
# Of two cells beside each other in two regions, one is visited.
require visited(p) or visited(q) for (p, q) in steps where region[p] != region[q]
draw outline at area for area in areas(region)
draw text at p as clue[p] for p in clue
expect solutions = 1
