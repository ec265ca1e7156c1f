# Every symbol once in every row and every column.
puzzle "Latin squares"
param n = 4 in 1..60
item cell[1..n, 1..n], row[1..n, 1..n], column[1..n, 1..n]
option put(r, c, v in 1..n) covers cell[r, c], row[r, v], column[c, v]
draw put(r, c, v) at (r, c) as v
# OEIS A002860
expect solutions = 1 when n = 1
expect solutions = 2 when n = 2
expect solutions = 12 when n = 3
expect solutions = 576 when n = 4
expect solutions = 161280 when n = 5
