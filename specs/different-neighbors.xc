# A number from 1 to 4 for each region; regions that touch differ.
#
# Each region has one number from 1 to 4; regions that touch, also at a corner, differ.
puzzle "Different Neighbors"
board field, may stay empty
  labels clue
  | 1 . 3 2 . .
  | 2 . . . . 1
  | . . . . . .
  | . . . . . .
  | 3 . . . . 2
  | . . . 1 . .
  labels region
  | a a c e e e
  | d c c c e f
  | d d j j e f
  | d d j j h h
  | b b k k h g
  | b b b i i g
choose number(k in {region[p] for p in field}) from 1..4
require number(region[p]) = clue[p] for p in clue
# Regions that touch have different numbers.
let meeting = {{region[p] for p in square}
    for square in windows(field, min(2, max(r for (r, c) in field)), min(2, max(c for (r, c) in field)))}
require different(number(k) for k in regions) for regions in meeting
draw outline at area for area in areas(region)
draw number(k, v) at {p for p in field where region[p] = k} as v
expect solutions = 1
