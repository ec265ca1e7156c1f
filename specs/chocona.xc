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
require count(shaded(q) for q in {(r, c), (r, c+1), (r+1, c), (r+1, c+1)}) != 3
  for (r, c) in field where (r+1, c+1) in field
draw outline at {p for p in field where region[p] = k} for k in {region[p] for p in region}
draw text at p as clue[p] for p in clue
draw as "s" color "black"
expect solutions = 1
