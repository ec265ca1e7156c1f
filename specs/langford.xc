# Two of each number from 1 to n, with k places between the two numbers k.
#
# OEIS A014552 counts up to reversal. Otherwise, a sequence and its reversal count as two.
puzzle "Langford pairs"
param n = 8 in 1..300
item number[1..n], place_of[1..2*n]
option pair(k in 1..n, first in 1..2*n-k-1) covers number[k], place_of[first], place_of[first+k+1]
draw pair(k, first) at {(1, first), (1, first+k+1)} as k
symmetry pair(k, first) -> pair(k, 2*n-k-first)
expect solutions = 2 when n = 3
expect solutions = 2 when n = 4
expect solutions = 0 when n = 5
expect solutions = 0 when n = 6
expect solutions = 52 when n = 7
expect solutions = 300 when n = 8
expect solutions up to symmetry = 1 when n = 3
expect solutions up to symmetry = 1 when n = 4
expect solutions up to symmetry = 26 when n = 7
expect solutions up to symmetry = 150 when n = 8
