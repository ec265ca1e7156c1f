# Rectangles of dominoes that no straight cut divides without cutting a domino.
#
# The smallest is 5 by 6, and 6 by 6 has none: R. Graham, "Fault-free tilings of rectangles", in The Mathematical
# Gardner (1981).
puzzle "Faultless dominoes"
param rows = 5 in 1..100
param columns = 6 in 1..100
board box rows by columns
option across(r in 1..rows, c in 1..columns-1) covers box[r, c], box[r, c+1]
option down(r in 1..rows-1, c in 1..columns) covers box[r, c], box[r+1, c]
# No straight cut goes through.
require box without faults
draw across(r, c) at (r, c) as "<"
draw across(r, c) at (r, c+1) as ">"
draw down(r, c) at (r, c) as "A"
draw down(r, c) at (r+1, c) as "V"
symmetry across(r, c) -> across(rows+1-r, c), down(r, c) -> down(rows-r, c)
symmetry across(r, c) -> across(r, columns-c), down(r, c) -> down(r, columns+1-c)
expect items = 39
expect solutions = 6
expect solutions up to symmetry = 2
expect solutions = 0 when rows = 4, columns = 6
expect solutions = 0 when rows = 6, columns = 6
