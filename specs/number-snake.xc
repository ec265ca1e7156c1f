# A way from corner to corner that visits each number once.
#
# A line goes from the upper left cell to the lower right one, from cell to cell, and visits each number exactly
# once.
puzzle "Number Snake"
board field, may stay empty
  labels number
  | 1 14 5 2 4 12
  | 7 11 11 10 9 5
  | 13 2 10 10 15 9
  | 8 7 10 8 5 7
  | 4 9 3 9 10 12
  | 2 10 15 6 13 5
let ends = {(1, 1), (max(r for (r, c) in field), max(c for (r, c) in field))}
lines line on field
# The line goes from corner to corner.
require line as paths between {(p, "end") for p in ends}
# The line visits each number once.
require count(line(p) > 0 for p in area) = 1 for area in areas(number)
draw text at p as number[p] for p in number
expect solutions = 1
