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
# Each row and column has two shaded cells.
item in_row[1..n] 2 times, in_column[1..n] 2 times
# Shaded cells do not touch.
item corner[0..n, 0..n] at most once
option shaded(r, c in 1..n) covers in_row[r], in_column[c], (corner[r-i, c-j] for i, j in 0..1)
require shaded(r, c) implies any(shaded(r, d) for d in {c-across[r]-1, c+across[r]+1} where d in 1..n)
  for r in across, c in 1..n
require shaded(r, c) implies any(shaded(s, c) for s in {r-down[c]-1, r+down[c]+1} where s in 1..n)
  for c in down, r in 1..n
draw shaded(r, c) at (r, c) as "x"
draw as "x" color "black"
expect solutions = 1
