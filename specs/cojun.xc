# A region of n cells has 1 to n, the upper of two that touch is larger.
#
# Equal digits do not touch, nor may the lower of two cells that touch in a region be larger.
puzzle "Cojun"
board field, may stay empty
  labels region
  | a a a a b
  | a c d d b
  | c c c c b
  | e e f f b
  | e e f f f
  labels clue
  | 5 . 3 . .
  | 1 5 . . .
  | . . 4 . .
  | . 3 . . .
  | 2 . . . 2
choose digit(p in field) from 1..count(region[q] = region[p] for q in field)
# The digits of a region differ.
require different(digit(p) for p in area) for area in areas(region)
# Equal digits are not beside each other.
require digit(p) != digit(q) for p in field, q in beside(p) where p < q
# Of two cells of a region, the upper has the larger digit.
require digit((r, c)) > digit((r+1, c))
  for (r, c) in field where (r+1, c) in field and region[r, c] = region[r+1, c]
require digit(p) = clue[p] for p in clue
draw outline at area for area in areas(region)
expect solutions = 1
