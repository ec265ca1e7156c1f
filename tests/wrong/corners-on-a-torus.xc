board field 2x2, torus, may stay empty
labels number corners  # error E297: labels at corners need a board with edges
  |1 . .
  |. . 2
  |. . .
choose shaded(p in field)
require shaded(p) for p in number where p in field
