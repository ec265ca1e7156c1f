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
item number[p in clue] clue[p] times
also shaded(p) covers number[p] if p in clue, (number[q] for q in around(p) where q in clue)
draw text at p as clue[p] for p in clue
draw as "s" color "black"
expect solutions = 1
