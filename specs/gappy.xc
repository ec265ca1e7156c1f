# Two shaded cells in each line, with a given gap between them.
#
# Two cells of each row and column are shaded; shaded cells do not touch, not even at a corner. A number beside the
# grid counts the cells between the two.
puzzle "Gappy"
board field, may stay empty
  labels down above
  | 1 1 2 7 1 6 1 1 1 1
  labels across left
  | 4
  | 4
  | 5
  | 5
  | 4
  | 3
  | 4
  | 5
  | 1
  | 5
let n = max(r for (r, c) in field)
choose shaded(r, c in 1..n)
# Each row and column has two shaded cells.
require count(shaded(p) for p in line) = 2 for way in {(0, 1), (1, 0)}, line in runs(field, way)
# Shaded cells do not touch.
require count(shaded(q) for q in square) <= 1 for square in windows(field, 2, 2)
require not (shaded(r, a) and shaded(r, b)) for r in across, a, b in 1..n where a < b and b-a-1 != across[r]
require not (shaded(a, c) and shaded(b, c)) for c in down, a, b in 1..n where a < b and b-a-1 != down[c]
draw shaded(r, c) at (r, c) as "x"
draw as "x" color "black"
expect solutions = 1
