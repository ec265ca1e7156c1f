# A Sudoku with lines whose digits are consecutive, in any order.
#
# An option picks the least digit of a line. It covers the digits that the line does not have, and the cells cover theirs.
# The puzzle was made by excover.
puzzle "Renban Sudoku"
board grid 9x9
fill grid with 1..9, once per row, column, block 3x3
let lines = {((1, 4), (2, 3), (3, 3), (4, 2)), ((4, 9), (3, 8), (3, 7), (2, 6)),
    ((9, 6), (8, 7), (7, 7), (6, 8)), ((6, 1), (7, 2), (7, 3), (8, 4)), ((1, 1), (2, 1), (2, 2)),
    ((1, 9), (1, 8), (2, 8)), ((9, 9), (8, 9), (8, 8)), ((9, 1), (9, 2), (8, 2))}
item line[lines], digit[lines, 1..9]
option begin(path in lines, low in 1..10-len(path))
  covers line[path], (digit[path, v] for v in 1..9 where v not in low..low+len(path)-1)
also grid(r, c, v) covers (digit[path, v] for path in lines, i in 1..len(path) where path[i] = (r, c))
draw begin(path, low) at {}
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
