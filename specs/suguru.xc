# A region of n cells has the digits to n, and equal digits do not touch.
puzzle "Suguru"
board field, may stay empty
  labels region
  | a a b b c
  | a b b c c
  | a b d c c
  | a e d f f
  | e e e f f
  labels clue
  | 1 . 3 . 3
  | . . . 4 .
  | . . . . .
  | . . . 3 .
  | . . 2 . .
choose digit(p in field) from 1..count(region[q] = region[p] for q in field)
# The digits of a region differ.
require different(digit(p) for p in area) for area in areas(region)
# Equal digits do not touch.
require different(digit(p) for p in square)
  for square in windows(field, min(2, max(r for (r, c) in field)), min(2, max(c for (r, c) in field)))
require digit(p) = clue[p] for p in clue
draw outline at area for area in areas(region)
expect solutions = 1
