# Shade cells, so that no row or column has a number twice among the others.
#
# Shaded cells share no side, and the others are connected. Without the last rule there are 32 solutions. The puzzle was made by excover.
puzzle "Hitori"
let field = ((2, 1, 2, 4, 3, 5, 3), (5, 7, 1, 4, 4, 2, 4), (3, 5, 5, 7, 1, 7, 4), (2, 4, 7, 4, 3, 1, 5),
    (6, 5, 6, 1, 3, 3, 2), (1, 3, 4, 1, 6, 7, 2), (7, 7, 3, 2, 3, 4, 3))
let n = len(field)
item cell[1..n, 1..n]
item row[1..n, 1..n] at most once, column[1..n, 1..n] at most once
option keep(r, c in 1..n) covers cell[r, c], row[r, field[r, c]], column[c, field[r, c]]
option shade(r, c in 1..n) covers cell[r, c]
require not (shade(r, c) and shade(r, c+1)) for r, c in 1..n where c < n
require not (shade(r, c) and shade(r+1, c)) for r, c in 1..n where r < n
require keep(r, c) at (r, c) connected
draw keep(r, c) at (r, c) as field[r, c]
draw shade(r, c) at (r, c) as "*"
draw as "*" color "black"
expect solutions = 1
