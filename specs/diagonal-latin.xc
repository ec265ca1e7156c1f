# Latin squares in which both diagonals have every value, too.
puzzle "Diagonal Latin squares"
param n = 4 in 1..35
# `cell[r, c]` has one value; each diagonal is a further row of items, which only its cells cover.
item cell[1..n, 1..n], row[1..n, 1..n], column[1..n, 1..n], falling[1..n], rising[1..n]
option put(r, c, v in 1..n)
  covers cell[r, c], row[r, v], column[c, v], falling[v] if r = c, rising[v] if r + c = n + 1
draw put(r, c, v) at (r, c) as v
symmetry put(r, c, v) -> put(c, n+1-r, v)
symmetry put(r, c, v) -> put(r, n+1-c, v)
# OEIS A274806
expect solutions = 1 when n = 1
expect solutions = 0 when n = 2
expect solutions = 0 when n = 3
expect solutions = 48 when n = 4
expect solutions = 960 when n = 5
