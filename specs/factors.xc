# A Latin square; the numbers of each cage multiply to its clue.
#
# Every number from 1 to n once in each row and column. A clue is the product of the numbers of its cage.
puzzle "Factors"
board grid
  labels product
  | 2 . 15 4 12
  | . 5 . 6 .
  | 24 . 10 . 5
  | . 12 . . .
  | 5 . 8 . .
  labels cage
  | a a f e b
  | a h f g b
  | k k i g d
  | k j i i d
  | l j c c c
fill grid with 1..max(r for (r, c) in grid), once per row, column
require product(grid(q) for q in area) = product[p] for area in areas(cage), p in area where p in product
draw cage at area as product[p] for area in areas(cage), p in area where p in product
expect solutions = 1
