# A number counts the towers seen from there; high ones hide lower ones.
#
# Every height once in each row and column: from 1 to the number of rows, so from 1 to 5 in a grid of 5 by 5. A
# number beside the grid counts the towers that are seen from there along its line: a tower hides those behind it
# that are not higher. Numbers in the grid are heights. With `lots=1`, each line has an empty lot, 0, too;
# with `diagonals=1`, the two diagonals are such lines, too.
puzzle "Skyscrapers"
param lots = 0 in 0..1
param diagonals = 0 in 0..1
board grid
  labels clue
  | . . . . .
  | . . . . .
  | . . . . .
  | . . . . .
  | . . . . .
  labels top above
  | 2 4 . . 4
  labels bottom below
  | . 2 4 . 1
  labels west left
  | .
  | 3
  | 1
  | 2
  | .
  labels east right
  | 2
  | .
  | 4
  | .
  | .
let n = max(r for (r, c) in grid)
let slants = {{(i, i) for i in 1..n}, {(i, n+1-i) for i in 1..n}}
fill grid with 1-lots..n-lots, once per row, column, each of {line for line in slants where diagonals = 1}
require grid(p) = clue[p] for p in clue
def seen(line) = count(grid(line[i]) > 0 and all(grid(line[k]) < grid(line[i]) for k in 1..i-1)
    for i in 1..len(line))
require seen(ray((0, c), (1, 0), grid)) = top[c] for c in top
require seen(ray((n+1, c), (-1, 0), grid)) = bottom[c] for c in bottom
require seen(ray((r, 0), (0, 1), grid)) = west[r] for r in west
require seen(ray((r, n+1), (0, -1), grid)) = east[r] for r in east
expect solutions = 1
