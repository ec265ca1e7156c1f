board field 2x3, may stay empty
labels clue
  | . 3 . .
  | 2 . .
choose shaded(p in field)
# line 3: error E292: this line of `clue` has 4 words, and the board `field` has 3 columns
