# A number counts the mines around it.
#
# A number counts the mines in the cells around it, corners included. No mine is where a number or a question mark
# stands. There are as many mines as stated, or any number of them.
puzzle "Minesweeper"
param mines = 8 in 0..10000
board field, may stay empty
  labels clue
  | . 3 3 . . .
  | . . . . . .
  | . 2 . 2 . 0
  | . . . 2 2 .
  | . . . . . 2
  | 1 . 1 . . 2
choose mine(p in field)
# No mine is where a number is.
require not mine(p) for p in clue
require count(mine(q) for q in around(p)) = clue[p] for p in clue where clue[p] != "?"
# There are as many mines as stated.
require mines = 0 or count(mine(p) for p in field) = mines
draw mine(p) at p as "*"
draw text at p as clue[p] for p in clue
expect solutions = 1
