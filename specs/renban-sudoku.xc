# A Sudoku with lines whose digits are consecutive, in any order.
#
# Every digit once in each row, column and block.
puzzle "Renban Sudoku"
board grid 9x9
fill grid with 1..9, once per row, column, block 3x3
let lines = {((1, 4), (2, 3), (3, 3), (4, 2)), ((4, 9), (3, 8), (3, 7), (2, 6)),
    ((9, 6), (8, 7), (7, 7), (6, 8)), ((6, 1), (7, 2), (7, 3), (8, 4)), ((1, 1), (2, 1), (2, 2)),
    ((1, 9), (1, 8), (2, 8)), ((9, 9), (8, 9), (8, 8)), ((9, 1), (9, 2), (8, 2))}
# The digits along a line differ.
require different(grid(p) for p in path) for path in lines
# The digits along a line are consecutive.
require abs(grid(p)-grid(q)) < len(path) for path in lines, p, q in path where p < q
draw line at path color "plum" for path in lines
given
  |8..4...3.
  |........9
  |.....2...
  |.....6...
  |.........
  |3.....8..
  |.......7.
  |.....9..4
  |.........
expect solutions = 1
