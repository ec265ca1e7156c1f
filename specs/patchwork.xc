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
let h = max(r for (r, c) in grid)
let w = max(c for (r, c) in grid)
item in_row[1..h, 1..n] w div n times, in_column[1..w, 1..n] h div n times
# Equal numbers are not beside each other.
item level[1..h, 0..w, 1..n] at most once, upright[0..h, 1..w, 1..n] at most once
also grid(r, c, v)
  covers in_row[r, v], in_column[c, v], level[r, c-1, v], level[r, c, v], upright[r-1, c, v], upright[r, c, v]
draw outline at area for area in areas(region)
expect solutions = 1
