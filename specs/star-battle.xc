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
require count(star(p) for p in line) = stars for way in {(0, 1), (1, 0)}, line in runs(field, way)
# Each region has its stars.
require count(star(p) for p in area) = stars for area in areas(region)
# No two stars touch.
require count(star(q) for q in square) <= 1 for square in windows(field, 2, 2)
draw star(r, c) at (r, c) as "*"
draw outline at area for area in areas(region)
expect solutions = 1
