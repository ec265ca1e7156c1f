# Regions with the numbers to their size; arrows point to the largest.
#
# A region of n cells has the numbers from 1 to n, and equal numbers are not beside each other; an arrow points to
# the largest of the numbers beside it.
puzzle "Makaro"
board field, may stay empty
  labels clue
  | . . 2 . 4 1
  | . . . 3 . .
  | . . . . . .
  | . . . . . 3
  | . . . . . 1
  | . 2 . . . .
  labels black
  | . . . . . .
  | . . . . . .
  | n . . . x .
  | . . . w . .
  | . . . . x .
  | . . . . e .
  labels region
  | d c c c c b
  | d d e b b b
  | . k e e . a
  | j j e . f a
  | j h i g . a
  | h h i g . a
let white = {p for p in field where p not in black}
def ahead(p) = (p[1]+(1 if black[p] = "s" else -1 if black[p] = "n" else 0),
    p[2]+(1 if black[p] = "e" else -1 if black[p] = "w" else 0))
choose number(p in white) from 1..count(region[q] = region[p] for q in white)
# The numbers of a region differ.
require different(number(p) for p in area where p in white) for area in areas(region)
require number(p) = clue[p] for p in clue
# Equal numbers are not beside each other.
require number(p) != number(q) for p in white, q in beside(p) where p < q and q in white
require number(q) < number(ahead(p))
  for p in black, q in beside(p) where black[p] != "x" and q in white and q != ahead(p)
draw outline at area for area in areas(region)
draw shade at p for p in black
def sign(way) = "↑" if way = "n" else "→" if way = "e" else "↓" if way = "s" else "←"
draw text at p as sign(black[p]) for p in black where black[p] != "x"
expect solutions = 1
