# As many 1s, 2s and 3s in each line; gray cells differ from their neighbors.
#
# As many 1s as 2s and 3s in each row and column; the numbers in gray cells differ from those beside them.
puzzle "Trinairo"
board grid
  labels clue
  | 2 2 . . . 3
  | 2 . . . . .
  | . 3 . . . .
  | . . . . 3 .
  | . . 2 3 2 .
  | . 3 2 . . .
  labels gray
  | . . . . x .
  | . . . . . .
  | . . . x . .
  | . . . . . .
  | x . . . . .
  | . . . . . .
let h = max(r for (r, c) in grid)
let w = max(c for (r, c) in grid)
fill grid with 1..3
require grid(p) = clue[p] for p in clue
require count(grid(r, c) = v for c in 1..w) = w div 3 for r in 1..h, v in 1..3
require count(grid(r, c) = v for r in 1..h) = h div 3 for c in 1..w, v in 1..3
require grid(p) != grid(q) for p in gray, q in beside(p)
draw shade at p color "lightgray" for p in gray
expect solutions = 1
