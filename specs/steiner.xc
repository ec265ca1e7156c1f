# Triples of n things: any two things are together in exactly one triple.
puzzle "Steiner triple systems"
param n = 7 in 3..15
let pairs = {(a, b) for a, b in 1..n where a < b}
item pair[pairs]
option triple(a, b, c in 1..n) where a < b and b < c covers pair[(a, b)], pair[(a, c)], pair[(b, c)]
# All systems of 7 things, and of 9 things, differ only in names: 7! / 168 and 9! / 432 ways to assign names.
expect solutions = 1 when n = 3
expect solutions = 0 when n = 5
expect solutions = 0 when n = 6
expect solutions = 30 when n = 7
expect solutions = 840 when n = 9
