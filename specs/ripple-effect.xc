# Between two equal digits k of a line lie at least k cells.
#
# A region of n cells has the digits to n; between two equal digits k of a line lie k cells or more.
puzzle "Ripple Effect"
board field, may stay empty
  labels region
  | a b b c c
  | a b d c c
  | e b d d c
  | f b d g g
  | f f d h g
  labels clue
  | . . . . 1
  | . 5 . . .
  | . . . . .
  | . . . . .
  | 1 . . . .
def cells(k) = {p for p in field where region[p] = k}
choose digit(p in field) from 1..len(cells(region[p]))
# The digits of a region differ.
require different(digit(p) for p in area) for area in areas(region)
# Equal digits of a line are farther apart than they say.
require digit(p) = digit(q) implies digit(p) < abs(p[1]-q[1]) + abs(p[2]-q[2])
  for p in field, step in {(0, 1), (1, 0)}, q in ray(p, step, field)
      where abs(p[1]-q[1])+abs(p[2]-q[2]) <= len(cells(region[p]))
require digit(p) = clue[p] for p in clue
draw outline at area for area in areas(region)
expect solutions = 1
