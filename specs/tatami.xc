# Mats of one by two, of which no four meet at a point.
#
# Japanese rooms are laid so. D. Hickerson, "Filling rectangular rooms with Tatami mats" (2002), OEIS A068920; those
# that no rotation or reflection maps to each other are A068926.
puzzle "Tatami"
param rows = 5 in 1..100
param columns = 6 in 1..100
board room rows by columns
option across(r in 1..rows, c in 1..columns-1) covers room[r, c], room[r, c+1]
option down(r in 1..rows-1, c in 1..columns) covers room[r, c], room[r+1, c]
# No four mats meet at a point.
require room without crossroads
draw across(r, c) at (r, c) as "<"
draw across(r, c) at (r, c+1) as ">"
draw down(r, c) at (r, c) as "A"
draw down(r, c) at (r+1, c) as "V"
symmetry across(r, c) -> across(rows+1-r, c), down(r, c) -> down(rows-r, c)
symmetry across(r, c) -> across(r, columns-c), down(r, c) -> down(r, columns+1-c)
expect solutions = 2
expect solutions up to symmetry = 1
expect solutions = 3 when rows = 4, columns = 7
expect solutions up to symmetry = 2 when rows = 4, columns = 7
expect solutions = 10 when rows = 3, columns = 8
expect solutions up to symmetry = 4 when rows = 3, columns = 8
expect solutions = 88 when rows = 2, columns = 12
