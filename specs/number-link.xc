# Lines connect equal numbers and visit all cells.
#
# Lines go from cell to cell, each from a number to the other number that is equal. They visit all cells, and none
# twice.
puzzle "Number Link"
board field, may stay empty
  labels number
  | . . 1 . .
  | . . . . .
  | 2 3 . . .
  | . 4 3 . 1
  | . . 4 . 2
hidden lines line on field
choose path(p in field) from {number[q] for q in number}
require path(p) = number[p] for p in number
# Each line goes from a number to an equal one.
require line as paths between number
# They visit all cells.
require line(p) > 0 for p in field
# Cells of one line have the same number.
require line(p, q) implies path(p) = path(q) for p in field, q in beside(p) where p < q
draw text at p as number[p] for p in number
draw path(p, k) at p as k
expect solutions = 1
