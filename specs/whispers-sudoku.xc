# A Sudoku with lines along which neighbouring digits differ by at least five.
#
# Every digit once in each row, column and block.
puzzle "Whispers Sudoku"
board grid 9x9
fill grid with 1..9, once per row, column, block 3x3
let lines = {((1, 1), (2, 1), (3, 2), (4, 3), (3, 4)), ((1, 9), (1, 8), (2, 7), (3, 6), (4, 7)),
    ((9, 9), (8, 9), (7, 8), (6, 7), (7, 6)), ((9, 1), (9, 2), (8, 3), (7, 4), (6, 3))}
let steps = {(path[i], path[i+1]) for path in lines, i in 1..len(path)-1}
# Digits along a line differ by at least five.
require abs(grid(a)-grid(b)) >= 5 for (a, b) in steps
draw line at path color "lightgreen" for path in lines
given
  |....7....
  |.1.......
  |......5.6
  |...5.4...
  |........2
  |.64....1.
  |.......3.
  |........8
  |.7.4.....
expect solutions = 1
