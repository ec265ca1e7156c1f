# A number counts the shaded cells seen from it, which are all connected.
#
# A number counts the shaded cells in a row from it, in all four directions. Cells with numbers are not shaded;
# shaded cells are connected, and no square of four cells is shaded.
puzzle "Canal View"
board field, may stay empty
  labels clue
  | . 1 . 0 .
  | . . . . .
  | . 1 . . 1
  | . . . . 1
  | . . . . .
def way(p, step) = ray(p, step, field)
choose shade(p in field) from 0..1
require shade(p) = 0 for p in clue
require sum(count(all(shade(way(p, step)[i]) = 1 for i in 1..k) for k in 1..len(way(p,
    step))) for step in {(0, 1), (0, -1), (1, 0), (-1, 0)}) = clue[p]
  for p in clue where clue[p] != "?"
require any(shade((r+i, c+j)) = 0 for i, j in 0..1) for (r, c) in field where (r+1, c+1) in field
require shade(p, v) where v = 1 at p connected
draw text at p as clue[p] for p in clue
draw shade(p, v) at {p} if v = 1 else {} as "x"
draw as "x" color "black"
expect solutions = 1
