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
let h = max(r for (r, c) in grid)
let w = max(c for (r, c) in grid)
let n = count(region[p] = region[1, 1] for p in grid)
item inside[{region[p] for p in grid}, 1..n]
fill grid with 1..n
also grid(r, c, v) covers inside[region[r, c], v]
require grid(p) = clue[p] for p in clue
require count(grid(r, c) = v for c in 1..w) = w div n for r in 1..h, v in 1..n
require count(grid(r, c) = v for r in 1..h) = h div n for c in 1..w, v in 1..n
require grid(p) != grid(q) for p in grid, q in beside(p) where p < q
draw outline at {p for p in grid where region[p] = k} for k in {region[p] for p in grid}
expect solutions = 1
