# A Sudoku with four more blocks, its windows, which also have every digit once.
#
# Every digit once in each row, column and block.
puzzle "Windoku"
board grid 9x9
fill grid with 1..9, once per row, column, block 3x3
item window[1..2, 1..2, 1..9]
also grid(r, c, v) where r mod 4 != 1 and c mod 4 != 1 covers window[(r+2) div 4, (c+2) div 4, v]
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
