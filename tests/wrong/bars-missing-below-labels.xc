board field, may stay empty
labels clue
  1 . 2
  . . 1
choose star(p in field)  # line 3: error E008: `1` where
require star(p) for p in clue
