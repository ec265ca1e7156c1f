# Divide a grid into pieces of four or five cells by sides on their borders.
#
# Every piece has four cells (or as many as a parameter says). A number counts the sides of its cell that are on the border of its piece.
puzzle "Four Cells"
param size = 4 in 1..6
shapes piece = all free size of square
board field
  labels clue
  | . . . . . .
  | . . . 1 . 3
  | . . 2 . 3 .
  | . . . . . .
  | . . . 3 . 2
  | . . 2 2 2 .
place free piece on field
  each at least 0 times
  where all(clue[p] = 4-count(q in cells for q in beside(p)) for p in cells where p in clue)
draw text at p as clue[p] for p in clue
expect solutions = 1
