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
def left(p, r, s) = max(c for c in 0..p[2] where c = 0 or any((t, c) in clue and (t, c) != p for t in r..s))
let high = max(r for (r, c) in field)
let wide = max(c for (r, c) in field)
def box(r, c, s, d) = {(i, j) for i in r..s, j in c..d}
option rectangle(p in clue, r in 1..p[1], s in p[1]..high, c in left(p, r, s)+1..p[2], d in p[2]..wide)
  where count((i, j) = p for (i, j) in ((r, p[2]), (s, p[2]), (p[1], c), (p[1], d))) = clue[p]
      and all(q = p or q not in clue for q in box(r, p[2], s, d))
  covers (field[q] for q in box(r, c, s, d))
draw text at p as clue[p] for p in clue
draw rectangle(p, r, s, c, d) at box(r, c, s, d) as p
expect solutions = 1
