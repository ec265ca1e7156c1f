# Shaded cells form rectangles; a number counts those of its region.
#
# Shaded cells form rectangles; a number counts the shaded cells of its region.
puzzle "Chocona"
board field, may stay empty
  labels region
  | a a a b b
  | a a b b b
  | c c c b b
  | c c c c d
  | e e f f d
  labels clue
  | . . . 7 .
  | . . . . .
  | 7 . . . .
  | . . . . .
  | 0 . . . .
choose shaded(p in field)
require count(shaded(q) for q in field where region[q] = region[p]) = clue[p] for p in clue
# Shaded cells form rectangles.
require count(shaded(q) for q in square) != 3 for square in windows(field, 2, 2)
draw outline at area for area in areas(region)
draw text at p as clue[p] for p in clue
draw as "s" color "black"
expect solutions = 1
