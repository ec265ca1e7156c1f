# A closed line through the points of a grid.
#
# A number counts the edges around it that the line has. At each point two of its edges are, or none, so that
# the line has no ends; it is a single loop.
puzzle "Slitherlink"
let field = (".0.1.3", ".12...", "3...2.", "....3.", "211..2", "33.1.3")
let n = len(field)
let numbers = {(2*r, 2*c) for r, c in 1..n where field[r, c] != "."}
let points = {(r, c) for r, c in 1..2*n+1 where r mod 2 = 1 and c mod 2 = 1}
def beside(p) = {(p[1]-1, p[2]), (p[1], p[2]-1), (p[1], p[2]+1), (p[1]+1, p[2])}
def cells(k) = {(2*r, 2*c) for r, c in 1..n where field[r, c] = k}
board grid square_edges 6x6, may stay empty
item edge[grid], point[points], shown[numbers]
item drawn[grid] colored
item one[cells("1")] 1 times
item two[cells("2")] 2 times
item three[cells("3")] 3 times
option line(e in grid)
  covers grid[e], edge[e], drawn[e] = 1, (one[k] for k in one where k in beside(e)),
    (two[k] for k in two where k in beside(e)), (three[k] for k in three where k in beside(e))
option number(k in numbers) covers shown[k]
hidden option blank(e in grid) covers edge[e], drawn[e] = 0
hidden option turn(p in points, a, b in grid)
  where a in beside(p) and b in beside(p) and a != b
  distinct
  covers point[p], (drawn[e] = (1 if e in {a, b} else 0) for e in grid where e in beside(p))
hidden option pass(p in points) covers point[p], (drawn[e] = 0 for e in grid where e in beside(p))
forbid line(e) for k in cells("0"), e in grid where e in beside(k)
# The line is one loop.
require line as one loop
draw line(e) at e as "o" color "black"
draw number(k) at k as field[k[1] div 2, k[2] div 2]
expect solutions = 1
