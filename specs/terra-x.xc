# A digit for each region; where four regions meet, the sum is ten.
#
# Each region has one digit from 0 to 9; neighboring regions differ; where four regions meet at a point, the sum of
# their digits is 10.
puzzle "Terra X"
board field, may stay empty
  labels clue
  | 1 . 0 . 8 .
  | . . 4 . . 6
  | . . . . . .
  | . . . . 3 .
  | 1 9 . . 4 .
  | . . . . . .
  labels region
  | a a e e f f
  | a a d e e g
  | c d d h g g
  | c c h h b b
  | j k l h i b
  | j k l i i b
let regions = {region[p] for p in field}
let meeting = {{region[r+i, c+j] for i, j in 0..1} for (r, c) in field where (r+1, c+1) in field}
choose digit(k in regions) from 0..9
require digit(region[p]) = clue[p] for p in clue
require digit(region[p]) != digit(region[q])
  for p in field, q in beside(p) where region[p] != region[q] and p < q
require sum(digit(k) for k in m) = 10 for m in meeting where len(m) = 4
draw outline at {p for p in field where region[p] = k} for k in regions
draw digit(k, v) at {p for p in field where region[p] = k} as v
expect solutions = 1
