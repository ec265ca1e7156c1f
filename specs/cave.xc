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
choose rock(p in field)
# Numbers are in the cave.
require not rock(p) for p in clue
let ways = {(0, 1), (0, -1), (1, 0), (-1, 0)}
require 1 + sum(leading(not rock(q) for q in ray(p, way, field)) for way in ways) = clue[p]
  for p in clue where clue[p] != "?"
# All cells of the cave are connected.
require not rock connected
# All cells outside of the cave are connected to the edge.
require rock connected to the edge
draw text at p as clue[p] for p in clue
draw rock(p) at p as "x"
draw as "x" color "black"
expect solutions = 1
