# A number counts the cells of the cave that it sees; all others reach the edge.
#
# Numbers are in the cave, whose cells are connected; a number counts the cells seen from it in the cave, with its
# own. Every other cell is connected to the edge by cells outside of the cave.
puzzle "Cave"
board field, may stay empty
  labels clue
  | . . . 2 .
  | 3 4 . . .
  | . . . . 3
  | 5 . 5 5 .
  | . . . . .
let h = max(r for (r, c) in field)
let w = max(c for (r, c) in field)
let edge = {(r, c) for (r, c) in field where r in {1, h} or c in {1, w}}
let steps = {(p, q) for p in field,
    q in {q for S in {beside(p), edge if p in edge else {}}, q in S} where p < q}
choose cave(p in field) from 0..1
require cave(p) = 1 for p in clue
let ways = {(0, 1), (0, -1), (1, 0), (-1, 0)}
require 1 + sum(leading(cave(q) = 1 for q in ray(p, way, field)) for way in ways) = clue[p]
  for p in clue where clue[p] != "?"
require cave(p, v) where v = 1 at p connected
require cave(p, v) where v = 0 at p connected along steps
draw text at p as clue[p] for p in clue
draw cave(p, v) at {p} if v = 0 else {} as "x"
draw as "x" color "black"
expect solutions = 1
