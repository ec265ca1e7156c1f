board field 2x3, may stay empty
labels number
  |1 .
  |. 2 .
choose shaded(p in field)
# line 3: error E292: this line of `number` has 2 words, and the board `field` has 3 columns
