# A Latin square in which the digits of each region are consecutive.
#
# Every digit once in each row and column; the digits of a region are consecutive, in any order.
puzzle "Renban"
board grid
  labels region
  | a b c d d
  | a c c d d
  | e c f f d
  | e c f f f
  | e g g g h
  labels clue
  | . . . . .
  | . . . . 1
  | . . . . .
  | . . 1 4 .
  | . . . . .
let n = max(r for (r, c) in grid)
fill grid with 1..n, once per row, column, each of areas(region)
# The digits of a region are consecutive.
require abs(grid(p)-grid(q)) < len(area) for area in areas(region), p, q in area where p < q
require grid(p) = clue[p] for p in clue
draw outline at area for area in areas(region)
expect solutions = 1
