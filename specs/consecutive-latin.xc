# A Latin square that marks all pairs of neighbors with consecutive digits.
#
# Every digit once in each row and column. Neighbors are consecutive exactly where a dot lies between them.
puzzle "Consecutive Latin Square"
board grid
  labels clue
  | . . . . 1
  | . . . . .
  | . . . . .
  | . . . . .
  | . . . . .
  labels right
  | o o o o .
  | o . o o .
  | o o . o .
  | . o o o .
  | o o o . .
  labels below
  | . . . . .
  | o o . o o
  | . . . . .
  | . . . . .
  | . . . . .
let n = max(r for (r, c) in grid)
fill grid with 1..n, once per row, column
require grid(p) = clue[p] for p in clue
# Neighbors in a row are consecutive exactly where a dot is.
require (abs(grid(r, c)-grid(r, c+1)) = 1) = ((r, c) in right) for (r, c) in grid where c < n
# Neighbors in a column are consecutive exactly where a dot is.
require (abs(grid(r, c)-grid(r+1, c)) = 1) = ((r, c) in below) for (r, c) in grid where r < n
draw dot at {(r, c), (r, c+1)} for (r, c) in right
draw dot at {(r, c), (r+1, c)} for (r, c) in below
expect solutions = 1
