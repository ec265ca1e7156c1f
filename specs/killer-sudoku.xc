# A Sudoku with the sums of its cages, in which digits differ, and no digits.
#
# Every digit once in each row, column and block. The digits of a cage differ, and their sum is its number.
puzzle "Killer Sudoku"
board grid
  labels total
  | 9 . 9 . 13 . 5 . 17
  | 9 22 . . 10 13 16 13 .
  | . . 6 14 . . . . .
  | 11 20 . . 16 . . 11 .
  | . . . . . 19 . . 21
  | 4 . 9 12 . 10 . . .
  | . 7 . 8 20 . 11 9 .
  | 30 . 4 . . 17 . . 10
  | . . . . . . . . .
  labels cage
  | A A B B C C D D E
  | F G G G H I J K E
  | F G L M H I J K K
  | N O L M P I J Q Q
  | N O O P P R R Q S
  | T O U V V W R S S
  | T X U Y Z W a b S
  | c X d Y Z e a b f
  | c c c Z Z e e e f
let n = max(r for (r, c) in grid)
let high = max(h for h in 1..n where h*h <= n and n mod h = 0)
let wide = n div high
let corners = {(r, c) for (r, c) in grid where r mod high = 1 and c mod wide = 1}
let blocks = {{(r+i, c+j) for i in 0..high-1, j in 0..wide-1} for (r, c) in corners}
fill grid with 1..n, once per row, column, each of blocks, each of areas(cage)
require sum(grid(q) for q in area) = total[p] for area in areas(cage), p in area where p in total
draw outline at b for b in blocks
draw cage at area as total[p] for area in areas(cage), p in area where p in total
expect solutions = 1
