board field 2x2, may stay empty
labels across left
  |1 1
  |2
choose shaded(p in field)
# line 3: error E294: this is a second label of `across` in one line
