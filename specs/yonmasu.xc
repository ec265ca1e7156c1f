# Divide a grid into pieces of four cells with one circle each.
#
# Every piece has four cells, one of them with a circle. Shaded cells (x) belong to none.
puzzle "Four Cells with a Circle"
shapes piece = all free 4 of square
board field
  labels mark
  | . . . . o o
  | . . x o . .
  | . o . . . x
  | . o . x x .
  | . . . o . .
  | . . . o o .
let white = {p for p in field where p not in mark or mark[p] != "x"}
place free piece on field
  each at least 0 times
  where count(p in mark and mark[p] = "o" for p in cells) = 1 and all(p in white for p in cells)
hidden option wall(p in mark) where mark[p] = "x" covers field[p]
draw circle at p for p in mark where mark[p] = "o"
draw shade at p for p in mark where mark[p] = "x"
expect solutions = 1
