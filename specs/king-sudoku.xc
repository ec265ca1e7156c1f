# A Sudoku in which equal digits do not touch, not even at a corner.
#
# Every digit once in each row, column and block.
puzzle "King Sudoku"
board grid 9x9
fill grid with 1..9, once per row, column, block 3x3
# Equal digits do not touch.
require grid(p) != grid(q) for p in grid, q in around(p) where p < q
given
  |6..9.....
  |..1....3.
  |9........
  |25.4.9...
  |.9......5
  |.475..98.
  |.......5.
  |........7
  |.1..52...
expect solutions = 1
