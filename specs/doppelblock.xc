# Two shaded cells in each line, with a given sum between them.
#
# Two cells of each row and column are shaded, and the others have the numbers from 1 on, once each. A number
# beside the grid is the sum of those between the two shaded cells.
puzzle "Doppelblock"
board field, may stay empty
  labels down above
  | 2 . 6 . 5
  labels across left
  | .
  | .
  | 0
  | 1
  | 2
let n = max(r for (r, c) in field)
choose number(r, c in 1..n) from 0..n-2
# Each row and column has two shaded cells, and every number once.
require count(number(p) = v for p in line) = (2 if v = 0 else 1)
  for way in {(0, 1), (1, 0)}, line in runs(field, way), v in 0..n-2
require number(r, a) = 0 and number(r, b) = 0 implies sum(number(r, c) for c in a+1..b-1) = across[r]
  for r in across, a, b in 1..n where a < b
require number(a, c) = 0 and number(b, c) = 0 implies sum(number(r, c) for r in a+1..b-1) = down[c]
  for c in down, a, b in 1..n where a < b
draw number(r, c, v) at (r, c) as "x" if v = 0 else v
draw as "x" color "black"
expect solutions = 1
