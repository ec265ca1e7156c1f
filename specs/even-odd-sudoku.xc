# A Sudoku that shows where some even digits (E) and some odd ones (O) are.
#
# Every digit once in each row, column and block.
puzzle "Even-odd Sudoku"
board grid 9x9
  labels clue
  | 9 E O E 6 . . 8 .
  | . . O . E 5 . . 6
  | . . O 1 E 7 2 . O
  | O 4 . 2 . . . O E
  | 1 8 . . . . . . .
  | . O . . . O E O 5
  | . . . . O . . . E
  | . . E . 7 . E . .
  | . O 9 E . E . . 3
fill grid with 1..9, once per row, column, block 3x3
require grid(p) = clue[p] for p in clue where clue[p] not in {"E", "O"}
require grid(p) in {2, 4, 6, 8} for p in clue where clue[p] = "E"
require grid(p) in {1, 3, 5, 7, 9} for p in clue where clue[p] = "O"
draw box at {p for p in clue where clue[p] = "E"}
draw circle at {p for p in clue where clue[p] = "O"}
expect solutions = 1
