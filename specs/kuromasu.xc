# A number counts the white cells that its cell sees, with its own.
#
# A number counts the white cells seen from its cell, with it; shaded cells do not touch, white ones are
# connected.
puzzle "Kuromasu"
board field, may stay empty
  labels clue
  | 5 . 5 . .
  | . . . . .
  | . . . . .
  | . 7 . . 2
  | . 7 . . .
choose shade(p in field) from 0..1
def way(p, step) = ray(p, step, field)
require shade(p) = 0 for p in clue
require shade(p) + shade(q) <= 1 for p in field, q in beside(p) where p < q
require shade(p, v) where v = 0 at p connected
# How many white cells it sees in each direction.
let numbers = {p for p in clue where clue[p] != "?"}
let steps = {(0, 1), (0, -1), (1, 0), (-1, 0)}
choose sight(p in numbers, step in steps) from 0..min(len(way(p, step)), clue[p]-1)
require sight(p, step) >= k implies shade(way(p, step)[k]) = 0
  for p in numbers, step in steps, k in 1..min(len(way(p, step)), clue[p]-1)
require sight(p, step) = k - 1 implies shade(way(p, step)[k]) = 1
  for p in numbers, step in steps, k in 1..min(len(way(p, step)), clue[p])
require 1 + sum(sight(p, step) for step in steps) = clue[p] for p in numbers
draw sight(p, step, v) at {}
draw text at p as clue[p] for p in clue
draw shade(p, v) at {p} if v = 1 else {} as "x"
draw as "x" color "black"
expect solutions = 1
