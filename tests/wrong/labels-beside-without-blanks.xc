board field 2x3, may stay empty
labels clue above
  |1.1
choose shaded(p in field)
# line 3: error E292: this line of `clue` has 1 word, and the board `field` has 3 columns
