# Place as few kings as attack all other squares, and are connected.
#
# From each king to each other one there is a way through squares with kings that share a side or a corner.
# OEIS A370428 has the least numbers, 1, 1, 1, 4, 5, 8 and 12 for boards of one row to seven.
puzzle "Connected kings"
param n = 6 in 1..9
param kings = 8
item king_count kings times
item guarded[1..n, 1..n] at least 1 times
option king(r, c in 1..n)
  covers king_count, (guarded[p] for p in guarded where p[1] in r-1..r+1 and p[2] in c-1..c+1)
# All kings are connected, by sides or corners.
require king(r, c) at (r, c) connected at corners
draw king(r, c) at (r, c) as "K"
symmetry king(r, c) -> king(c, n+1-r)
symmetry king(r, c) -> king(r, n+1-c)
expect solutions = 0 when n = 4, kings = 3
expect solutions = 0 when n = 6, kings = 7
expect solutions = 21
