# A dot is in the middle of a straight part of the loop.
#
# One loop through all dots. A dot is in the middle of a straight part of the loop; it is in a cell (o), or between
# it and the next cell to the right (r) or below (b, or rb for both).
puzzle "Mid-loop"
board field, may stay empty
  labels dot
  | . . . . . .
  | . . b r . .
  | . rb . . . .
  | . . . b . o
  | . . . . . .
  | . . . r . .
lines line on field
# The line is one loop.
require line as one loop
let middles = {(p, q, d) for p in dot, (q, d, k) in {(p, (0, 1), "o"), (p, (1, 0), "o"),
    ((p[1], p[2]+1), (0, 1), "r"), ((p[1]+1, p[2]), (1, 0), "b")} where any(dot[p][i] = k
    for i in 1..len(dot[p]))}
def cell(p, d, k) = (p[1]+k*d[1], p[2]+k*d[2])
def part(p, d, i) = line(cell(p, d, i-1), cell(p, d, i))
# The loop goes through every dot.
require line(p) = 2 for p in dot
# The loop goes through every dot.
require line(p, q) for (p, q, d) in middles where p != q
# The line goes equally far to both sides of a dot.
require all(part(p, (-d[1], -d[2]), i) for i in 1..k) = all(part(q, d, i) for i in 1..k)
  for (p, q, d) in middles, k in 1..max(len(ray(p, (-d[1], -d[2]), field)), len(ray(q, d, field)))
draw dot at {p, q} for (p, q, d) in middles where p != q
draw dot at {p} for p in dot where dot[p] = "o"
expect solutions = 1
