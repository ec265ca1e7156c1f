# Every number once in each region, and equally often in all lines.
#
# Every number once in each region, and as often as each other in every row and column; equal numbers are not
# beside each other.
puzzle "Patchwork"
board grid
  labels clue
  | 1 . . . 2 .
  | . . . . . .
  | 3 1 . . . .
  | . 3 . . . .
  | . . . . . .
  | . . . . . 2
  labels region
  | a a a b c d
  | e e e b c d
  | f f f b c d
  | g h i j j j
  | g h i k k k
  | g h i l l l
let n = count(region[p] = region[1, 1] for p in grid)
fill grid with 1..n, once per each of areas(region)
require grid(p) = clue[p] for p in clue
# Each row and column has every number equally often.
require count(grid(p) = v for p in line) = len(line) div n
  for way in {(0, 1), (1, 0)}, line in runs(grid, way), v in 1..n
# Equal numbers are not beside each other.
require grid(p) != grid(q) for p in grid, q in beside(p) where p < q
draw outline at area for area in areas(region)
expect solutions = 1
