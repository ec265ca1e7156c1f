# The five tetrominoes on a 3 by 7 board with one cell covered.
#
# Color the board like a chessboard, corners black: 11 black cells and 10 white ones. I, L, O and S take two
# of each color wherever they lie, T takes three and one. So they need nine cells of one color and eleven of the
# other: there can be a solution only if the covered cell is white.
puzzle "Five tetrominoes and a covered cell"
import tetrominoes
board box
  |...#...
  |.......
  |.......
place free tetrominoes on box
expect items = 25
expect options = 120
expect solutions = 4
