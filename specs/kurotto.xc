# A number is the total size of the shaded areas beside it.
#
# Circles are not shaded. A number in one is the number of shaded cells in all areas that touch its cell.
puzzle "Kurotto"
board field, may stay empty
  labels clue
  | . 6 2 . 3 2
  | . . . . . .
  | . . . . . .
  | . . 1 . 3 .
  | . . 0 . . .
  | . 6 1 . 2 .
choose shade((r, c) in field)
# Circles are not shaded.
require not shade(r, c) for (r, c) in clue
require shade as areas of clue[n] from n for n in clue where clue[n] != "o"
draw circle at p color "white" for p in clue
draw text at p as clue[p] for p in clue where clue[p] != "o"
draw shade(r, c) at (r, c) as "x"
draw as "x" color "black"
expect solutions = 1
