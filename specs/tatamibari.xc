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
# How many cells without a sign lie ahead; fewest, of those beside p in the rows r to s.
def free(p, way) = leading(q not in sign for q in ray(p, way, field))
def wide(p, way, r, s) = min(free((t, p[2]), way) for t in r..s)
def fits(p, h, w) = sign[p] = ("s" if h = w else "h" if h < w else "v")
option mat(p in sign, r in p[1]-free(p, (-1, 0))..p[1], s in p[1]..p[1]+free(p, (1, 0)),
    c in p[2]-wide(p, (0, -1), r, s)..p[2], d in p[2]..p[2]+wide(p, (0, 1), r, s))
  where fits(p, s-r+1, d-c+1)
  covers (field[i, j] for i in r..s, j in c..d)
# No four rectangles meet at a point.
require field without crossroads
draw text at p as "+" if sign[p] = "s" else "-" if sign[p] = "h" else "|" for p in sign
draw mat(p, r, s, c, d) at {(i, j) for i in r..s, j in c..d} as p
expect solutions = 1
