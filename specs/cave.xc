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
def way(p, step) = ray(p, step, field)
choose cave(p in field) from 0..1
require cave(p) = 1 for p in clue
# How many of these it sees in each direction.
let numbers = {p for p in clue where clue[p] != "?"}
let ways = {(0, 1), (0, -1), (1, 0), (-1, 0)}
choose sight(p in numbers, step in ways) from 0..min(len(way(p, step)), clue[p]-1)
require sight(p, step) >= k implies cave(way(p, step)[k]) = 1
  for p in numbers, step in ways, k in 1..min(len(way(p, step)), clue[p]-1)
require sight(p, step) = k - 1 implies cave(way(p, step)[k]) = 0
  for p in numbers, step in ways, k in 1..min(len(way(p, step)), clue[p])
require 1 + sum(sight(p, step) for step in ways) = clue[p] for p in numbers
draw sight(p, step, v) at {}
require cave(p, v) where v = 1 at p connected
require cave(p, v) where v = 0 at p connected along steps
draw text at p as clue[p] for p in clue
draw cave(p, v) at {p} if v = 0 else {} as "x"
draw as "x" color "black"
expect solutions = 1
