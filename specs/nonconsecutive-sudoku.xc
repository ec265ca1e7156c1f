# A Sudoku in which neighbours never hold consecutive digits.
#
# Of two neighbours, up[pair, v] is covered by v in the first and by v + 1 in the second; down is the reverse.
# The puzzle was made by excover.
puzzle "Nonconsecutive Sudoku"
board grid 9x9
fill grid with 1..9, once per row, column, block 3x3
let ways = {(0, 1), (1, 0)}
let beside = {((r, c), (r+i, c+j)) for (r, c) in grid, (i, j) in ways where (r+i, c+j) in grid}
item up[beside, 1..8], down[beside, 1..8] at most once
also grid(r, c, v)
  covers (up[((r, c), (r+i, c+j)), v] if v < 9,
      down[((r, c), (r+i, c+j)), v-1] if v > 1 for (i, j) in ways where (r+i, c+j) in grid),
    (down[((r-i, c-j), (r, c)), v] if v < 9,
        up[((r-i, c-j), (r, c)), v-1] if v > 1 for (i, j) in ways where (r-i, c-j) in grid)
given
  |...6.....
  |.........
  |7........
  |.........
  |........8
  |.3.......
  |.......9.
  |.........
  |.1.9.....
expect solutions = 1
