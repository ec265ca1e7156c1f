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
require 1 <= sum(shade(region[r+i, c+j]) for i, j in 0..1) <= 3 for (r, c) in field where (r+1, c+1) in field
require shade(k, v) where v = 1 at {p for p in field where region[p] = k} connected
draw outline at {p for p in field where region[p] = k} for k in {region[p] for p in field}
draw text at p as clue[p] for p in clue
draw shade(k, v) at {p for p in field where region[p] = k and v = 1} as "x"
draw as "x" color "black"
expect solutions = 1
