# As many stars in each row, column and region, none of which touch.
puzzle "Star Battle"
param stars = 1 in 1..9
board field, may stay empty
  labels region
  | a a a a a
  | b b a a a
  | b b c c d
  | e e e c d
  | e e e e e
choose star((r, c) in field)
# Each row and column has its stars.
require count(star(p) for p in field where p[k] = n) = stars for k in 1..2, n in {p[k] for p in field}
# Each region has its stars.
require count(star(p) for p in area) = stars for area in areas(region)
# No two stars touch.
require not (star(p) and star(q)) for p in field, q in around(p) where p < q
draw star(r, c) at (r, c) as "*"
draw outline at area for area in areas(region)
expect solutions = 1
