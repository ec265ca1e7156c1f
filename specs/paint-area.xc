# Shaded regions are connected; a number counts the shaded cells beside it.
#
# Each region is shaded as a whole or not at all. A number counts the shaded cells beside it; shaded cells are
# connected, and no square of four cells is all shaded or all white.
puzzle "Paint Area"
board field, may stay empty
  labels clue
  | . . . . .
  | . . . . .
  | 0 . . . .
  | . . . . .
  | . . . 3 .
  labels region
  | l l k i i
  | m k k j g
  | b h f e g
  | b a f e g
  | a a d e c
choose shade(k in {region[p] for p in field}) from 0..1
require sum(shade(region[q]) for q in beside(p)) = clue[p] for p in clue
# No square of four cells is all white or all shaded.
require 1 <= sum(shade(region[q]) for q in square) <= 3 for square in windows(field, 2, 2)
# All shaded cells are connected.
require shade(k, v) where v = 1 at {p for p in field where region[p] = k} connected
draw outline at area for area in areas(region)
draw text at p as clue[p] for p in clue
draw shade(k, v) at {p for p in field where region[p] = k and v = 1} as "x"
draw as "x" color "black"
expect solutions = 1
