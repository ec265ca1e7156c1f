# A Latin square; each of two opposite pairs around a circle gives its result.
#
# Every number once in each row and column. Each two numbers that are diagonally opposite at a circle give its
# result; around E all numbers are even, and around O all are odd.
puzzle "Mathrax"
board grid
  labels clue
  | . . . .
  | . . . .
  | . . . .
  | . . . .
  labels circle* corners
  | . . . . .
  | . 4,+ . . .
  | . . . 6,+ .
  | . . 6,+ 4,+ .
  | . . . . .
let n = max(r for (r, c) in grid)
def opposite(p) = {((p[1]-1, p[2]-1), p), ((p[1]-1, p[2]), (p[1], p[2]-1))}
def sign(p) = circle[p][len(circle[p])]
fill grid with 1..n, once per row, column
require grid(p) = clue[p] for p in clue
require grid(a) + grid(b) = circle[p][1] for p in circle, (a, b) in opposite(p) where sign(p) = "+"
require grid(a)*grid(b) = circle[p][1] for p in circle, (a, b) in opposite(p) where sign(p) = "*"
require abs(grid(a)-grid(b)) = circle[p][1] for p in circle, (a, b) in opposite(p) where sign(p) = "-"
require grid(a) = circle[p][1]*grid(b) or grid(b) = circle[p][1]*grid(a)
  for p in circle, (a, b) in opposite(p) where sign(p) = "/"
# All four numbers around E are even.
require grid(a) mod 2 = 0 and grid(b) mod 2 = 0 for p in circle, (a, b) in opposite(p) where sign(p) = "E"
# All four numbers around O are odd.
require grid(a) mod 2 = 1 and grid(b) mod 2 = 1 for p in circle, (a, b) in opposite(p) where sign(p) = "O"
expect solutions = 1
