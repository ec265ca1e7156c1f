# A Sudoku with lines that read the same from both ends.
#
# Every digit once in each row, column and block.
puzzle "Palindrome Sudoku"
board grid 9x9
fill grid with 1..9, once per row, column, block 3x3
let lines = {((1, 2), (2, 3), (3, 4), (3, 5), (4, 6)), ((2, 9), (3, 8), (4, 7), (5, 7), (6, 6)),
    ((9, 8), (8, 7), (7, 6), (7, 5), (6, 4)), ((8, 1), (7, 2), (6, 3), (5, 3), (4, 4))}
let pairs = {(path[i], path[len(path)+1-i]) for path in lines, i in 1..4 where 2*i <= len(path)}
# A line reads the same from both ends.
require grid(a) = grid(b) for (a, b) in pairs
draw line at path for path in lines
given
  |........6
  |..1...8..
  |.........
  |....5...7
  |52......3
  |1........
  |3...6...4
  |8..9.3...
  |.........
expect solutions = 1
