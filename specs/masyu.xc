# A loop that turns at black circles and goes straight through white ones.
#
# One loop through all circles. It turns at black ones, and goes straight through the cells before and after them;
# it goes straight through white ones, and turns in the cell before or after them.
puzzle "Masyu"
board field, may stay empty
  labels circle
  | . w . . w .
  | . . . w . .
  | . . . . . .
  | w . w . . w
  | . . w . b .
  | . . . . . .
let four = {(0, 1), (1, 0), (0, -1), (-1, 0)}
def next(p, d) = (p[1]+d[1], p[2]+d[2])
def back(d) = (-d[1], -d[2])
def lines(p, d) = {(p, q) if p < q else (q, p) for q in {next(p, d)} where p in field and q in field}
let steps = {e for p in field, d in four, e in lines(p, d)}
choose line((p, q) in steps)
choose visited(p in field)
require count(line(e) for d in four, e in lines(p, d)) = 2*visited(p) for p in field
require line(p, q) joining {p, q} as one loop
require visited(p) for p in circle
require count(line(e) for e in lines(p, d)) + count(line(e) for e in lines(p, back(d))) = 1
  for p in circle, d in four where circle[p] = "b"
require any(line(f) for f in lines(next(p, d), d))
  for p in circle, d in four, e in lines(p, d) where circle[p] = "b" and line(e)
require count(line(e) for e in lines(p, d)) = count(line(e) for e in lines(p, back(d)))
  for p in circle, d in four where circle[p] = "w"
require count(line(f) for o in {d, back(d)}, f in lines(next(p, o), o)) < 2
  for p in circle, d in four, e in lines(p, d) where circle[p] = "w" and line(e)
draw circle at p color "black" if circle[p] = "b" else "white" for p in circle
draw line(p, q) joining {p, q}
draw visited(p) at {}
expect solutions = 1
