# Shaded cells weigh the numbers of their columns and rows.
#
# A shaded cell weighs the number of its column in its row, and of its row in its column, both counted from 1. A
# number beside the grid is the sum of these weights in its row, one above it that in its column.
puzzle "Kakurasu"
board field, may stay empty
  labels across left
  |  8
  | 12
  |  7
  |  5
  |  9
  labels down above
  |  6  6  0 10 12
choose shaded((r, c) in field)
require sum(c*shaded(r, c) for (s, c) in field where s = r) = across[r] for r in across
require sum(r*shaded(r, c) for (r, d) in field where d = c) = down[c] for c in down
draw as "s" color "black"
expect solutions = 1
