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
let h = max(r for (r, c) in field)
let w = max(c for (r, c) in field)
let most = max(len(area) for area in areas(region))
choose digit(p in field) from 1..count(region[q] = region[p] for q in field)
# The digits of a region differ.
require different(digit(p) for p in area) for area in areas(region)
# Equal digits of a line are farther apart than they say.
item across[1..h, 1..w, 1..most] at most once, down[1..h, 1..w, 1..most] at most once
also digit(p, k)
  covers (across[p[1], c, k] for c in max(1, p[2]-k)..p[2]), (down[r, p[2], k] for r in max(1, p[1]-k)..p[1])
require digit(p) = clue[p] for p in clue
draw outline at area for area in areas(region)
expect solutions = 1
