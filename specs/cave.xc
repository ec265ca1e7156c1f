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
let out = (0, 0)
let places = {p for S in {field, {out}}, p in S}
let steps = {(p, q) for p in field, q in {q for S in {beside(p), {out} if len(beside(p)) < 4 else {}}, q in S}
    where q < p}
choose cave(p in places) from 0..1
require cave(out) = 0
require cave(p) = 1 for p in clue
let ways = {(0, 1), (0, -1), (1, 0), (-1, 0)}
require 1 + sum(leading(cave(q) = 1 for q in ray(p, way, field)) for way in ways) = clue[p]
  for p in clue where clue[p] != "?"
require cave(p, v) where v = 1 at p connected
require cave(p, v) where v = 0 at p connected along steps
draw text at p as clue[p] for p in clue
draw cave(p, v) at {p} if v = 0 and p != out else {} as "x"
draw as "x" color "black"
expect solutions = 1
