# A number counts the shaded cells around it, and its own.
puzzle "Mosaic"
board field, may stay empty
  labels clue
  | . 4 . 2 . 2
  | . . 2 . 3 .
  | . 6 . 3 2 .
  | 2 . 2 2 2 1
  | . . . . 2 1
  | 2 . 3 2 . .
choose shaded(p in field)
require shaded(p) + count(shaded(q) for q in around(p)) = clue[p] for p in clue
draw text at p as clue[p] for p in clue
draw as "s" color "black"
expect solutions = 1
