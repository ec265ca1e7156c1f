# Shade cells, so that the other numbers add up to those outside.
#
# The numbers that are not shaded add up to the number of their row, and of their column.
puzzle "Number Cross"
board field, may stay empty
  labels down above
  | 25 12 23 13 10
  labels across left
  | 17
  | .
  | 23
  | .
  | .
  labels number
  | 3 2 5 2 8
  | 8 8 7 4 2
  | 8 1 7 7 1
  | 8 5 4 2 6
  | 1 1 1 9 1
choose shaded(p in field)
require sum(number[r, d]*(1-shaded((r, d))) for (r, d) in field where d = c) = down[c] for c in down
require sum(number[s, c]*(1-shaded((s, c))) for (s, c) in field where s = r) = across[r] for r in across
draw text at p as number[p] for p in field
draw as "s" color "black"
expect solutions = 1
