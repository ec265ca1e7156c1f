# Divide a grid into areas with two numbers each, between which their size is.
#
# Each area is connected and has two numbers. It has more cells than the smaller of them says, and fewer than the
# larger.
puzzle "Araf"
board field, may stay empty
  labels clue
  | . 4 4 1 3
  | 3 2 . . 4
  | . 5 . 6 .
  | 4 . . 2 7
  | . 2 . 4 .
# How many cells an area has at least that reaches three cells.
def reach(n, m, p) = max({n[1], m[1], p[1]}) - min({n[1], m[1], p[1]}) + max({n[2], m[2], p[2]}) - min({n[2],
    m[2], p[2]}) + 1
def larger(n, m) = max(clue[n], clue[m])
let pairs = {(n, m) for n, m in clue
    where n < m and abs(clue[n]-clue[m]) > 1 and reach(n, m, m) < larger(n, m)}
let places = {(n, p) for (n, m) in pairs, p in field
    where reach(n, m, p) < larger(n, m) and (p not in clue or p in {n, m})}
# An area is named by the first of its numbers.
choose area(p in field) from {n for (n, q) in places where q = p}
hidden choose size(n in clue) from 0..max(clue[n] for n in clue)
# The number that names an area is in it.
require area(p) = n implies area(n) = n for (n, p) in places
# An area has two numbers.
require count(area(m) = n for (k, m) in pairs where k = n) = (1 if area(n) = n else 0)
  for n in {n for (n, m) in pairs}
# The size of an area counts its cells.
require size(n) = count(area(p) = n for (k, p) in places where k = n) for n in clue
# Every cell is in an area.
require sum(size(n) for n in clue) = len(field)
# The size of an area is between its two numbers.
require area(m) = n implies min(clue[n], clue[m]) < size(n) < larger(n, m) for (n, m) in pairs
# An area has no cell that it is too small to reach.
require area(m) = n implies area(p) != n
  for (n, m) in pairs, p in field where (n, p) in places and reach(n, m, p) >= larger(n, m)
# Each area is connected.
require area(p, n) connected per n
draw text at p as clue[p] for p in clue
draw area(p, n) at p as n
expect solutions = 1
