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
item row[{r for (r, c) in field}] stars times
item column[{c for (r, c) in field}] stars times
item inside[{region[p] for p in region}] stars times
option star((r, c) in field) covers row[r], column[c], inside[region[r, c]]
require count(star(q) for q in {(r, c), (r, c+1), (r+1, c), (r+1, c+1)}) <= 1
  for (r, c) in field where (r+1, c+1) in field
draw star(r, c) at (r, c) as "*"
draw outline at {p for p in field where region[p] = k} for k in {region[p] for p in region}
expect solutions = 1
