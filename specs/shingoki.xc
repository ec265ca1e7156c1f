# A loop straight through white circles; numbers are lengths.
#
# One loop through all circles: straight through white ones, with a turn at black ones. A number is the sum of the
# lengths of the two straight parts that go out from the circle to the next turns.
puzzle "Shingoki"
board field, may stay empty
  labels circle*
  | . . . . .
  | . b,2 . . .
  | w,4 . . . .
  | . . b,3 . w,4
  | . . . . .
let steps = {(p, q) for p in field, q in beside(p) where p < q}
def edge(p, q) = (p, q) if p < q else (q, p)
choose line((p, q) in steps)
def arm(p, d, k) = {edge((p[1]+(i-1)*d[1], p[2]+(i-1)*d[2]), (p[1]+i*d[1], p[2]+i*d[2])) for i in 1..k}
def far(p, d) = len(ray(p, d, field))
choose visited(p in field)
require count(line(edge(p, q)) for q in beside(p)) = 2*visited(p) for p in field
require line(p, q) joining {p, q} as one loop
require visited(p) for p in circle
require (count(line(edge(p, q)) for q in beside(p) where q[1] = p[1]) = 1) = (circle[p][1] = "b")
  for p in circle
require sum(count(all(line(e) for e in arm(p, d, k)) for k in 1..min(far(p, d), circle[p][2])) for d in {(0,
    1), (1, 0), (0, -1), (-1, 0)}) = circle[p][2]
  for p in circle where len(circle[p]) = 2
draw circle at p color "black" if circle[p][1] = "b" else "white" for p in circle
draw text at p as circle[p][2] for p in circle where len(circle[p]) = 2
draw line(p, q) joining {p, q}
draw visited(p) at {}
expect solutions = 1
