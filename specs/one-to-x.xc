# A region of n cells has the numbers to n; lines have sums.
#
# A region of n cells has the numbers from 1 to n; equal numbers are not beside each other; numbers outside are
# the sums of rows and columns.
puzzle "One to X"
board field, may stay empty
  labels down above
  | 12 13 13 10 17
  labels across left
  | 15
  | 13
  | 11
  | 9
  | 17
  labels clue
  | . . . . .
  | . . . . .
  | . . . . .
  | . . . . .
  | . . . . .
  labels region
  | c b e e e
  | b b d e e
  | b d d f g
  | b a a f g
  | a a f f f
choose number(p in field) from 1..count(region[q] = region[p] for q in field)
# The numbers of a region differ.
require different(number(p) for p in area) for area in areas(region)
require number(p) = clue[p] for p in clue
# Equal numbers are not beside each other.
require number(p) != number(q) for p in field, q in beside(p) where p < q
require sum(number(p) for p in field where p[1] = r) = across[r] for r in across
require sum(number(p) for p in field where p[2] = c) = down[c] for c in down
draw outline at area for area in areas(region)
expect solutions = 1
