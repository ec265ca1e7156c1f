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
lines line on field
# Each line goes from a number to an equal one.
require line as paths between number
# They visit all cells.
require line(p) > 0 for p in field
draw text at p as number[p] for p in number
expect solutions = 1
