# Rectangles that are wide, high or square by their sign.
#
# Each rectangle has one sign: it is wider than high (h), higher than wide (v), or a square (s). No four rectangles
# meet at a point.
puzzle "Tatamibari"
board field
  labels sign
  | . . . . . .
  | h . . h . .
  | . . h . . .
  | . . . . v v
  | . . . . . .
  | . h . s v s
def fits(p, h, w) = sign[p] = ("s" if h = w else "h" if h < w else "v")
def left(p, r, s) = max(c for c in 0..p[2] where c = 0 or any((t, c) in sign and (t, c) != p for t in r..s))
let high = max(r for (r, c) in field)
let wide = max(c for (r, c) in field)
def box(r, c, s, d) = {(i, j) for i in r..s, j in c..d}
option mat(p in sign, r in 1..p[1], s in p[1]..high, c in left(p, r, s)+1..p[2], d in p[2]..wide)
  where fits(p, s-r+1, d-c+1) and all(q = p or q not in sign for q in box(r, p[2], s, d))
  covers (field[q] for q in box(r, c, s, d))
require field without crossroads
draw text at p as "+" if sign[p] = "s" else "-" if sign[p] = "h" else "|" for p in sign
draw mat(p, r, s, c, d) at box(r, c, s, d) as p
expect solutions = 1
