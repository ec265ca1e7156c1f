# A king in each row and column of a chessboard, no two of them adjacent.
#
# This is Hertzsprung's problem: permutations without adjacent successive values. Four squares meet at a corner,
# and kings that touch share one.
puzzle "Kings who keep apart"
param n = 5 in 1..400
item row[1..n], column[1..n]
item corner[0..n, 0..n] at most once
option king(r, c in 1..n) covers row[r], column[c], (corner[x, y] for x in r-1..r, y in c-1..c)
draw king(r, c) at (r, c) as "K"
symmetry king(r, c) -> king(c, n+1-r)
symmetry king(r, c) -> king(r, n+1-c)
# OEIS A002464
expect solutions = 0 when n = 3
expect solutions = 2 when n = 4
expect solutions = 14 when n = 5
expect solutions = 90 when n = 6
expect solutions up to symmetry = 1 when n = 4
