# The numbers in a region say how many there are; all hang together.
#
# Each region has at least one number; all its numbers are equal to how many they are. Equal numbers of two regions
# are not beside each other, all numbers are connected, and no square of four cells is full.
puzzle "Nanro"
board field, may stay empty
  labels clue
  | . 3 . . .
  | 3 . 2 . 4
  | . . . 4 .
  | 3 . . . 2
  | 2 . . . .
  labels region
  | c b e e e
  | b b d e e
  | b d d f g
  | b a a f g
  | a a f f f
def cells(k) = {p for p in field where region[p] = k}
let names = {region[p] for p in field}
choose number(p in field) from 0..len(cells(region[p]))
hidden choose size(k in names) from 1..len(cells(k))
require number(p) = clue[p] for p in clue
# The numbers of a region are equal.
require number(p) in (0, size(region[p])) for p in field
# The numbers of a region say how many there are.
require size(k) = v implies count(number(p) > 0 for p in cells(k)) = v for k in names, v in 1..len(cells(k))
# Equal numbers of two regions are not beside each other.
require number(p) = 0 or number(p) != number(q)
  for p in field, q in beside(p) where region[p] != region[q] and p < q
# No square of four cells is full.
require any(number(q) = 0 for q in square) for square in windows(field, 2, 2)
# All numbers are connected.
require number(p, v) where v > 0 connected
draw outline at area for area in areas(region)
draw number(p, v) at {p} if v > 0 else {} as v
expect solutions = 1
