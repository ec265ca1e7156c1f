# Mitchell Lee's Miracle Sudoku of 2020: two given digits are enough.
#
# Cells a king's or a knight's move apart differ, and neighbours never hold consecutive digits.
puzzle "Miracle Sudoku"
let D = 1..9
board grid 9x9
fill grid with D, once per row, column, block 3x3

# Two cells of which each sees the other, once for each pair.
let seen = {((r, c), (r+down, c+across)) for (r, c) in grid,
    (down, across) in {(1, 1), (1, -1), (1, 2), (1, -2), (2, 1), (2, -1)} where (r+down, c+across) in grid}
item differ[seen, D] at most once
also grid(r, c, v) covers (differ[pair, v] for pair in seen where (r, c) in {pair[1], pair[2]})

# Of neighbours, the item up[pair, v] is covered by v in the first and by v + 1 in the second; down is the reverse.
let beside = {((r, c), (r+down, c+across)) for (r, c) in grid,
    (down, across) in {(0, 1), (1, 0)} where (r+down, c+across) in grid}
item up[beside, 1..8], down[beside, 1..8] at most once
also grid(r, c, v)
  covers (up[pair, v] if v < 9, down[pair, v-1] if v > 1 for pair in beside where pair[1] = (r, c)),
    (down[pair, v] if v < 9, up[pair, v-1] if v > 1 for pair in beside where pair[2] = (r, c))
given
  |.........
  |.........
  |.........
  |.........
  |..1......
  |......2..
  |.........
  |.........
  |.........
expect solutions = 1
