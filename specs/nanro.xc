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
choose number(p in field) from 0..count(region[q] = region[p] for q in field)
require number(p) = clue[p] for p in clue
require any(number(p) > 0 for p in area) for area in areas(region)
require number(p) = v
    implies count(number(q) = v for q in area) = v and all(number(q) in {0, v} for q in area)
  for area in areas(region), p in area, v in 1..len(area)
require number(p) = 0 or number(p) != number(q)
  for p in field, q in beside(p) where region[p] != region[q] and p < q
require any(number(q) = 0 for q in square) for square in windows(field, 2, 2)
require number(p, v) where v > 0 connected
draw outline at area for area in areas(region)
draw number(p, v) at {p} if v > 0 else {} as v
expect solutions = 1
