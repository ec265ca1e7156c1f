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
# A line ends at a number, and goes on from all other cells.
require line(p) = (1 if p in number else 2) for p in field
# Cells of one line belong to one pair of numbers.
require line(p, q) implies path(p) = path(q) for p in field, q in beside(p) where p < q
# The cells of each pair of numbers are connected.
require path(p, k) connected per k
# All numbers are one place, from which a ring would be cut off; two that are beside each other have another one.
def end(p) = (0, 0) if p in number else p
# Each line ends at numbers, so that none is a loop.
require line(p, q) joining {end(p), (0, 1) if p in number and q in number else end(q)} connected
draw text at p as number[p] for p in number
draw path(p, k) at p as k
expect solutions = 1
