# A Sudoku in which equal digits do not touch, not even at a corner.
#
# Cells that touch share a corner of the grid, where each digit is at most once.
# The puzzle was made by excover.
puzzle "King Sudoku"
board grid 9x9
fill grid with 1..9, once per row, column, block 3x3
item corner[0..9, 0..9, 1..9] at most once
also grid(r, c, v) covers (corner[x, y, v] for x in r-1..r, y in c-1..c)
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
