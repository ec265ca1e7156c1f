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
fill grid with 1..n, once per row, column
def cells(k) = {p for p in grid where region[p] = k}
require abs(grid(p)-grid(q)) < len(cells(region[p])) for p, q in grid where p < q and region[p] = region[q]
require different(grid(p) for p in cells(k)) for k in {region[p] for p in grid}
require grid(p) = clue[p] for p in clue
draw outline at {p for p in grid where region[p] = k} for k in {region[p] for p in region}
expect solutions = 1
