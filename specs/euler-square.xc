# Two Latin squares in one, in which no pair of numbers occurs twice.
#
# Each cell has two numbers. Each of the two squares has every number once in each row and column, and no pair
# occurs twice.
puzzle "Euler Square"
board grid
  labels first
  | 4 . . .
  | . . 3 .
  | . . . .
  | . 4 2 .
  labels second
  | . . . 4
  | 1 . 2 .
  | . . . .
  | . . . .
let n = 1..max(r for (r, c) in grid)
item pair[n, n]
item row[1..2, n, n], column[1..2, n, n]
option put((r, c) in grid, a, b in n)
  where ((r, c) not in first or first[r, c] = a) and ((r, c) not in second or second[r, c] = b)
  covers grid[r, c], pair[a, b], row[1, r, a], column[1, c, a], row[2, r, b], column[2, c, b]
draw put(r, c, a, b) at (r, c) as (a, b)
expect solutions = 1
