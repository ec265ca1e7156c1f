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
let meeting = {{region[p] for p in square} for square in windows(field, 2, 2)}
choose digit(k in {region[p] for p in field}) from 0..9
require digit(region[p]) = clue[p] for p in clue
# Neighboring regions have different digits.
require digit(region[p]) != digit(region[q])
  for p in field, q in beside(p) where region[p] != region[q] and p < q
# Four regions that meet have the sum ten.
require sum(digit(k) for k in m) = 10 for m in meeting where len(m) = 4
draw outline at area for area in areas(region)
draw digit(k, v) at {p for p in field where region[p] = k} as v
expect solutions = 1
