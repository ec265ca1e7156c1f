# A loop through all cells but the shaded ones, counted in regions.
#
# One loop through all cells that are not shaded. Shaded cells do not touch; a number counts those of its region.
puzzle "Regional Yajilin"
board field, may stay empty
  labels clue
  | 1 . . 1 .
  | 0 . . . .
  | . . . 0 .
  | . . . . .
  | . . . . .
  labels region
  | d d d b b
  | f f f b b
  | e e f g b
  | e e g g a
  | c c c a a
lines line on field
choose shaded(p in field)
# The loop visits all cells that are not shaded.
require line(p) = 2 - 2*shaded(p) for p in field
# The line is one loop.
require line as one loop
# Shaded cells share no side.
let h = max(r for (r, c) in field)
let w = max(c for (r, c) in field)
item level[1..h, 0..w] at most once, upright[0..h, 1..w] at most once
also shaded(p) covers level[p[1], p[2]-1], level[p[1], p[2]], upright[p[1]-1, p[2]], upright[p[1], p[2]]
require count(shaded(q) for q in field where region[q] = region[p]) = clue[p] for p in clue
draw outline at area for area in areas(region)
draw text at p as clue[p] for p in clue
draw shaded(p) at p as "x"
draw as "x" color "black"
expect solutions = 1
