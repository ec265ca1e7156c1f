# A Sudoku with four more blocks, its windows, which also have every digit once.
#
# Every digit once in each row, column and block, and in each of the four windows, which are blocks at
# other places.
puzzle "Windoku"
board grid 9x9
let windows = {{(r+i, c+j) for i, j in 0..2} for r, c in {2, 6}}
fill grid with 1..9, once per row, column, block 3x3, each of windows
given
  |...2.....
  |.8.....4.
  |3.....9.6
  |.25......
  |.7......4
  |...8...9.
  |.......8.
  |..2...7.3
  |.3.6.....
expect solutions = 1
