# A closed line through the points of a grid.
#
# A number says how many of the four edges around it the line has. An edge is drawn or not; at each point two of its edges are, or none, so that the line has no ends. That it is
# a single loop is a rule about all of it: without that rule there are 12 solutions.
# The puzzle was made by excover.
puzzle "Slitherlink"
let field = (".0.1.3", ".12...", "3...2.", "....3.", "211..2", "33.1.3")
let n = len(field)
let size = 2*n + 1
let points = {(r, c) for r, c in 1..size where r mod 2 = 1 and c mod 2 = 1}
let edges = {(r, c) for r, c in 1..size where (r+c) mod 2 = 1}
def beside(p) = {(p[1]-1, p[2]), (p[1], p[2]-1), (p[1], p[2]+1), (p[1]+1, p[2])}
def cells(k) = {(2*r, 2*c) for r, c in 1..n where field[r, c] = k}
item edge[edges], point[points]
item drawn[edges] colored
item one[cells("1")] 1 times
item two[cells("2")] 2 times
item three[cells("3")] 3 times
option line(e in edges)
  covers edge[e], drawn[e] = 1, (one[k] for k in one where k in beside(e)),
    (two[k] for k in two where k in beside(e)), (three[k] for k in three where k in beside(e))
option blank(e in edges) covers edge[e], drawn[e] = 0
option turn(p in points, a, b in edges)
  where a in beside(p) and b in beside(p) and a != b
  distinct
  covers point[p], (drawn[e] = (1 if e in {a, b} else 0) for e in edges where e in beside(p))
option pass(p in points) covers point[p], (drawn[e] = 0 for e in edges where e in beside(p))
forbid line(e) for k in cells("0"), e in edges where e in beside(k)
require line(e) at {p for p in points where p in beside(e)} as one loop
draw line(e) at e as "─" if e[1] mod 2 = 1 else "│"
draw turn(p, a, b) at p as "+"
expect solutions = 1
