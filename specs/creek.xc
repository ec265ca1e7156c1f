# A number counts the shaded cells at its point; the others are connected.
#
# A number counts the shaded cells that meet at its point; the others are connected.
puzzle "Creek"
board field, may stay empty
  labels clue corners
  | 1 . . . . .
  | . . 2 1 . 0
  | 1 . . 2 . .
  | . 2 . 2 . .
  | 1 . . . 1 .
  | 1 . 0 0 . .
def corner(r, c) = {q for q in {(r, c), (r, c-1), (r-1, c), (r-1, c-1)} where q in field}
choose shade(p in field) from 0..1
# A number counts the shaded cells at its point.
require sum(shade(q) for q in corner(r, c)) = clue[r, c] for (r, c) in clue
# All cells that are not shaded are connected.
require shade(p, v) where v = 0 connected
draw shade(p, v) at {p} if v = 1 else {} as "x"
draw as "x" color "black"
expect solutions = 1
