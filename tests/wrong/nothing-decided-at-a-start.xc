board field, may stay empty
  labels clue
  | . 1 . 3
  | . . . .
choose kind(p in field) where p not in clue from {"land", "sea"}
require kind(p, k) where k = "land" as areas of clue[n]
  from n for n in clue  # warning W839: nothing is decided about `kind` at (1, 2) and 1 other place
