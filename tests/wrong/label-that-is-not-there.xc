board field 2x2, may stay empty
labels number
  |1 .
  |. 2
choose shaded(p in field)
require shaded(p) for p in field where number[p] = 1  # error E296: `number` has no label at (1, 2)
