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
# Each row and column has its stars.
item row[{r for (r, c) in field}] stars times, column[{c for (r, c) in field}] stars times
# Each region has its stars.
item area[{region[p] for p in region}] stars times
# No two stars touch.
item corner[0..max(r for (r, c) in field), 0..max(c for (r, c) in field)] at most once
option star((r, c) in field)
  covers row[r], column[c], area[region[r, c]] if (r, c) in region, (corner[r-i, c-j] for i, j in 0..1)
draw star(r, c) at (r, c) as "*"
draw outline at area for area in areas(region)
expect solutions = 1
