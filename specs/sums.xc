# The numbers from 1 to 3n in triples of two numbers and their sum.
#
# The total is even only if n or n-1 is divisible by 4; for other n there is no solution.
puzzle "Sums of three"
param n = 4 in 1..100
item number[1..3*n]
option sum(a, b in number) where a < b and a + b <= 3*n covers number[a], number[b], number[a+b]
# OEIS A108235
expect solutions = 1 when n = 1
expect solutions = 0 when n = 2
expect solutions = 8 when n = 4
expect solutions = 21 when n = 5
expect solutions = 0 when n = 6
