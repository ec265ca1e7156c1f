# A Sudoku in which cells at the same place of all blocks differ, too.
#
# Every digit once in each row, column and block.
puzzle "Disjoint groups Sudoku"
board grid 9x9
fill grid with 1..9, once per row, column, block 3x3
item group[1..3, 1..3, 1..9]
also grid(r, c, v) covers group[(r-1) mod 3+1, (c-1) mod 3+1, v]
given
  |6..98....
  |.....4.3.
  |9........
  |.4.5.....
  |........5
  |...6...8.
  |.......7.
  |......1.3
  |...7924..
expect solutions = 1
