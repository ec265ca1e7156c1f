# A number counts the shaded cells beside it; one in each region is wrong.
#
# A number counts the shaded cells beside it, but exactly one number in each region is wrong. Numbers are not
# shaded, shaded cells do not touch, and the others are connected.
puzzle "Uso-One"
board field, may stay empty
  labels clue
  | . 1 0 . 0
  | 0 . . 1 2
  | . . . . .
  | 1 0 3 1 .
  | 0 1 . . .
  labels region
  | d c e e b
  | c c c c b
  | a a c c b
  | a a a a b
  | a a b b b
choose shade(p in field) from 0..1
# Cells with numbers are not shaded.
require shade(p) = 0 for p in clue
require count(sum(shade(q) for q in beside(p)) != clue[p] for p in clue where region[p] = k) = 1
  for k in {region[p] for p in clue}
# Shaded cells share no side.
let h = max(r for (r, c) in field)
let w = max(c for (r, c) in field)
item level[1..h, 0..w] at most once, upright[0..h, 1..w] at most once
also shade(p, v)
  where v = 1
  covers level[p[1], p[2]-1], level[p[1], p[2]], upright[p[1]-1, p[2]], upright[p[1], p[2]]
# All cells that are not shaded are connected.
require shade(p, v) where v = 0 connected
draw outline at area for area in areas(region)
draw text at p as clue[p] for p in clue
draw shade(p, v) at {p} if v = 1 else {} as "x"
draw as "x" color "black"
expect solutions = 1
