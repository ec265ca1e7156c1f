# As far from a number as it says, exactly one cell is shaded.
#
# Of the cells that are as far from a number as it says, in its row or column, exactly one is shaded. Numbers are
# not shaded, shaded cells do not touch, and the others are connected.
puzzle "Kuroshuto"
board field, may stay empty
  labels clue
  | . . . 2 3
  | . 3 . . .
  | . . 2 . .
  | . . 2 . .
  | 3 1 . . .
def away(p, k) = {(p[1]+k, p[2]), (p[1]-k, p[2]), (p[1], p[2]+k), (p[1], p[2]-k)}
choose shade(p in field) from 0..1
# Cells with numbers are not shaded.
require shade(p) = 0 for p in clue
# One of the cells as far away as the number says is shaded.
require sum(shade(q) for q in away(p, clue[p]) where q in field) = 1 for p in clue
# Shaded cells share no side.
require not (shade(p) = 1 and shade(q) = 1) for p in field, q in beside(p) where p < q
# All cells that are not shaded are connected.
require shade(p, v) where v = 0 connected
draw text at p as clue[p] for p in clue
draw shade(p, v) at {p} if v = 1 else {} as "x"
draw as "x" color "black"
expect solutions = 1
