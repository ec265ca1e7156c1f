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
fill grid with 1..3
require grid(p) = clue[p] for p in clue
# Each row and column has every number equally often.
require count(grid(p) = v for p in line) = len(line) div 3
  for way in {(0, 1), (1, 0)}, line in runs(grid, way), v in 1..3
# Gray cells differ from those beside them.
require grid(p) != grid(q) for p in gray, q in beside(p)
draw shade at p color "lightgray" for p in gray
expect solutions = 1
