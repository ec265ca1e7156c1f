# A number counts the towers seen from there; high ones hide lower ones.
#
# Every height once in each row and column: from 1 to the number of rows, so from 1 to 5 in a grid of 5 by 5. A
# number beside the grid counts the towers that are seen from there along its line: a tower hides those behind it
# that are not higher. Numbers in the grid are heights. With `lots=1`, each line has an empty lot, 0, or
# more; with `diagonals=1`, the two diagonals are such lines, too.
puzzle "Skyscrapers"
param lots = 0 in 0..9
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
let heights = 1-min(lots, 1)..n-lots
fill grid with heights
let straight = {line for way in {(0, 1), (1, 0)}, line in runs(grid, way)}
let slants = {ray((0, 0), (1, 1), grid), ray((0, n+1), (1, -1), grid)}
let lines = {line for S in {straight, slants}, line in S where S = straight or diagonals = 1}
# Each line has every height once, and its lots.
require count(grid(p) = v for p in line) = (lots if v = 0 else 1) for line in lines, v in heights
require grid(p) = clue[p] for p in clue
def seen(line) = count(grid(line[i]) > 0 and all(grid(line[k]) < grid(line[i]) for k in 1..i-1)
    for i in 1..len(line))
require seen(ray((0, c), (1, 0), grid)) = top[c] for c in top
require seen(ray((n+1, c), (-1, 0), grid)) = bottom[c] for c in bottom
require seen(ray((r, 0), (0, 1), grid)) = west[r] for r in west
require seen(ray((r, n+1), (0, -1), grid)) = east[r] for r in east
expect solutions = 1
