# Queens on a chessboard that is glued into a torus.
#
# There are solutions only if neither 2 nor 3 divides n (G. Polya, 1918).
puzzle "Queens on a torus"
param n = 5 in 1..37
let places = 0..n-1
item row[places], column[places]
item up[places] at most once, down[places] at most once
option queen(r, c in places) covers row[r], column[c], up[(r+c) mod n], down[(r-c) mod n]
draw queen(r, c) at (r+1, c+1) as "Q"
symmetry queen(r, c) -> queen(r, (c+1) mod n)
symmetry queen(r, c) -> queen(c, n-1-r)
symmetry queen(r, c) -> queen(r, n-1-c)
# OEIS A051906
expect solutions = 0 when n = 4
expect solutions = 10 when n = 5
expect solutions = 0 when n = 6
expect solutions = 28 when n = 7
expect solutions = 0 when n = 9
expect solutions = 88 when n = 11
expect solutions up to symmetry = 1 when n = 5
