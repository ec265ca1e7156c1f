# A Sudoku in which cells at the same place of all blocks differ, too.
#
# Every digit once in each row, column and block, and in each of the nine groups of cells that are at the same
# place of their blocks.
puzzle "Disjoint groups Sudoku"
board grid 9x9
let groups = {{(r+3*i, c+3*j) for i, j in 0..2} for r, c in 1..3}
fill grid with 1..9, once per row, column, block 3x3, each of groups
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
