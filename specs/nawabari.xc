# Rectangles with one number each, which counts sides of its cell on the border.
#
# Each rectangle has one number, which counts the sides of its own cell that are on the border of the rectangle.
puzzle "Nawabari"
board field
  labels clue
  | . . . . . .
  | . . . . . .
  | . . . . 2 .
  | . 1 . . . .
  | . . . 3 3 .
  | . 1 . . 4 3
# How many cells without a number lie ahead; fewest, of those beside p in the rows r to s.
def free(p, way) = leading(q not in clue for q in ray(p, way, field))
def wide(p, way, r, s) = min(free((t, p[2]), way) for t in r..s)
option rectangle(p in clue, r in p[1]-free(p, (-1, 0))..p[1], s in p[1]..p[1]+free(p, (1, 0)),
    c in p[2]-wide(p, (0, -1), r, s)..p[2], d in p[2]..p[2]+wide(p, (0, 1), r, s))
  where count(i = j for (i, j) in ((r, p[1]), (s, p[1]), (c, p[2]), (d, p[2]))) = clue[p]
  covers (field[i, j] for i in r..s, j in c..d)
draw text at p as clue[p] for p in clue
draw rectangle(p, r, s, c, d) at {(i, j) for i in r..s, j in c..d} as p
expect solutions = 1
