# Lay futons, each beside an aisle; numbers count pillows.
#
# A futon covers two cells, one of them with a pillow (o), which is not the upper one. Numbers count the pillows
# beside them. All other cells are an aisle: they are connected, nowhere 2 by 2 cells, and each futon is beside one.
puzzle "Shugaku"
board field
  labels clue
  | . ? 0 . . .
  | . . . ? . .
  | 0 . . . 2 .
  | . . ? . . .
  | . . . . . .
  | 2 . . . ? .
let free = {p for p in field where p not in clue}
hidden option number(p in clue) covers field[p]
option aisle(p in free) covers field[p]
option futon(p in free, q in beside(p)) where q in free and p[1] <= q[1] covers field[p], field[q]
# The aisle is connected.
require aisle(p) connected
# No square of four cells is all aisle.
require count(aisle(q) for q in square where q in free) <= 3 for square in windows(field, 2, 2)
# Each futon is beside the aisle.
require futon(p, q) implies any(aisle(z) for x in {p, q}, z in beside(x) where z in free)
  for p in free, q in beside(p) where q in free and p[1] <= q[1]
require count(futon(p, q) for q in beside(n), p in beside(q)
    where p in free and q in free and p[1] <= q[1]) = clue[n]
  for n in clue where clue[n] != "?"
draw text at p as clue[p] for p in clue
draw aisle(p) at p as "x"
draw as "x" color "black"
draw futon(p, q) at p as "-"
draw futon(p, q) at q as "o"
expect solutions = 1
