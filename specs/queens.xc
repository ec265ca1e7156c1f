# Queens that do not attack each other on an n by n chessboard.
puzzle "N queens"
param n = 8 in 1..400
item row[1..n], column[1..n]
item up[2..2*n] at most once, down[1-n..n-1] at most once
option queen(r, c in 1..n) covers row[r], column[c], up[r+c], down[r-c]
draw queen(r, c) at (r, c) as "Q"
symmetry queen(r, c) -> queen(c, n+1-r)
symmetry queen(r, c) -> queen(r, n+1-c)
expect items = 46 when n = 8
expect options = 64 when n = 8
# OEIS A000170
expect solutions = 1 when n = 1
expect solutions = 0 when n = 2
expect solutions = 0 when n = 3
expect solutions = 2 when n = 4
expect solutions = 10 when n = 5
expect solutions = 4 when n = 6
expect solutions = 40 when n = 7
expect solutions = 92 when n = 8
expect solutions = 724 when n = 10
expect solutions = 14200 when n = 12
# OEIS A002562
expect solutions up to symmetry = 1 when n = 4
expect solutions up to symmetry = 2 when n = 5
expect solutions up to symmetry = 1 when n = 6
expect solutions up to symmetry = 6 when n = 7
expect solutions up to symmetry = 12 when n = 8
expect solutions up to symmetry = 92 when n = 10
expect solutions up to symmetry = 1787 when n = 12
