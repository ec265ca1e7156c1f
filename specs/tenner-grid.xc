# Ten digits in each row, no two equal ones touch; columns have sums.
#
# The digits 0 to 9 in each row, no two equal ones touch; below are the sums of columns.
puzzle "Tenner Grid"
board grid
  labels clue
  | . 0 . . . . . . . 4
  | 2 . . . . . . 4 . 1
  | . . 5 . . . 7 9 . .
  labels total below
  |  4 11 16 14 18 11 14 21 15 11
fill grid with 0..9, once per row
# Equal digits do not touch.
require grid(p) != grid(q) for p in grid, q in around(p) where p < q
require sum(grid(r, d) for (r, d) in grid where d = c) = total[c] for c in total
require grid(p) = clue[p] for p in clue
expect solutions = 1
