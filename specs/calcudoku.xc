# A Latin square in which the numbers of each cage give a result.
#
# Every number from 1 to n once in each row and column. The numbers of a cage give its result with + or *, and in
# cages of two cells with - or / (the larger number comes first), or with any of them if there is no sign.
puzzle "Calcudoku"
board grid
  labels result*
  | 2,- 10,+ 6,* . .
  | . . . 10,+ .
  | 4,* 2,- . . 2
  | . 2,- . 3,- .
  | 2,/ . 5 12,* .
  labels cage
  | b e f f f
  | b e e l l
  | h j j l k
  | h i i g g
  | a a c d d
let n = max(r for (r, c) in grid)
def cells(p) = {q for q in grid where cage[q] = cage[p]}
fill grid with 1..n, once per row, column
def sign(p) = "" if len(result[p]) = 1 else result[p][2]
require sum(grid(q) for q in cells(p)) = result[p][1] for p in result where sign(p) = "+" or len(cells(p)) = 1
require product(grid(q) for q in cells(p)) = result[p][1] for p in result where sign(p) = "*"
require abs(grid(a)-grid(b)) = result[p][1]
  for p in result, (a, b) in subsets(cells(p), 2) where sign(p) = "-"
require grid(a) = result[p][1]*grid(b) or grid(b) = result[p][1]*grid(a)
  for p in result, (a, b) in subsets(cells(p), 2) where sign(p) = "/"
require sum(grid(q) for q in cells(p)) = result[p][1] or product(grid(q) for q in cells(p)) = result[p][1]
  for p in result where sign(p) = "" and len(cells(p)) > 2
require grid(a) + grid(b) = result[p][1] or grid(a)*grid(b) = result[p][1]
    or abs(grid(a)-grid(b)) = result[p][1] or grid(a) = result[p][1]*grid(b) or grid(b) = result[p][1]*grid(a)
  for p in result, (a, b) in subsets(cells(p), 2) where sign(p) = "" and len(cells(p)) = 2
draw cage at cells(p) as result[p] for p in result
expect solutions = 1
