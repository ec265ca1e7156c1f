# A Sudoku with irregular regions instead of blocks.
#
# Every digit once in each row, column and region.
puzzle "Jigsaw Sudoku"
board grid
  labels clue
  | . 7 . . . . 5 . .
  | . . . . . 7 . 9 .
  | . . . . . 1 . . .
  | . . . . . . 4 . 9
  | . 3 . . . . . 2 .
  | 1 . 4 . . . . . .
  | . . . 5 . . . . .
  | . 4 . 3 . . . . .
  | . . 3 . . . . 8 .
  labels region
  | A A B B B B C C C
  | A A A A B C C C C
  | D D A E B B B C C
  | D A A E E E B F F
  | D D D D E F F F F
  | G D E E E F H I F
  | G D G E H H H I F
  | G G G G H I I I I
  | G G H H H H I I I
let n = max(r for (r, c) in grid)
fill grid with 1..n, once per row, column, each of areas(region)
given grid(r, c, clue[r, c]) for (r, c) in clue
draw outline at area for area in areas(region)
expect items = 324
expect options = 729
expect solutions = 1
