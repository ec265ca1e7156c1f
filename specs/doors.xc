# Open doors; a number counts the rooms that are seen through them.
#
# Each cell is a room, with doors to the rooms beside it, which are open or closed. A number counts the rooms that
# are seen from it in all four directions through open doors.
puzzle "Doors"
board field, may stay empty
  labels clue
  | 5 . . . 4
  | 3 1 . . 6
  | 3 2 5 4 .
  | 7 5 . 5 .
  | . . 2 . 4
let steps = {(p, q) for p in field, q in beside(p) where p < q}
def edge(p, q) = (p, q) if p < q else (q, p)
def door(p, d, k) = edge((p[1]+(k-1)*d[1], p[2]+(k-1)*d[2]), (p[1]+k*d[1], p[2]+k*d[2]))
def far(p, d) = len(ray(p, d, field))
let ways = {(0, 1), (0, -1), (1, 0), (-1, 0)}
choose open((p, q) in steps)
choose sight(p in clue, d in ways) from 0..min(far(p, d), clue[p])
require sight(p, d) >= k implies open(door(p, d, k)) for p in clue, d in ways, k in 1..min(far(p, d), clue[p])
require sight(p, d) = k - 1 implies not open(door(p, d, k))
  for p in clue, d in ways, k in 1..min(far(p, d), clue[p]+1)
require sum(sight(p, d) for d in ways) = clue[p] for p in clue
require open(p, q) joining {p, q} connected
require any(open(edge(p, q)) for q in beside(p)) for p in field
draw text at p as clue[p] for p in clue
draw sight(p, d, v) at {}
draw open(p, q) joining {p, q}
expect solutions = 1
