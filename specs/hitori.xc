# Shade cells, so that no row or column has a number twice among the others.
#
# Shaded cells share no side, and the others are connected.
puzzle "Hitori"
board field
  labels number
  | 2 1 2 4 3 5 3
  | 5 7 1 4 4 2 4
  | 3 5 5 7 1 7 4
  | 2 4 7 4 3 1 5
  | 6 5 6 1 3 3 2
  | 1 3 4 1 6 7 2
  | 7 7 3 2 3 4 3
item row[{(r, number[r, c]) for (r, c) in field}] at most once,
  column[{(c, number[r, c]) for (r, c) in field}] at most once
option keep((r, c) in field) covers field[r, c], row[(r, number[r, c])], column[(c, number[r, c])]
option shade((r, c) in field) covers field[r, c]
# Shaded cells share no side.
require not (shade(r, c) and shade(s, d)) for (r, c) in field, (s, d) in beside((r, c)) where (r, c) < (s, d)
# All cells that are not shaded are connected.
require keep connected
draw keep(r, c) at (r, c) as number[r, c]
draw shade(r, c) at (r, c) as "*"
draw as "*" color "black"
expect solutions = 1
