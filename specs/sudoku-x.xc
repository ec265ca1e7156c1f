# A Sudoku in which both diagonals also have every digit once.
#
# Every digit once in each row, column and block, and on each of the two long diagonals.
puzzle "Sudoku X"
board grid 9x9
let diagonals = {{(i, i) for i in 1..9}, {(i, 10-i) for i in 1..9}}
fill grid with 1..9, once per row, column, block 3x3, each of diagonals
given
  |.6...7...
  |9........
  |2.75..4..
  |........1
  |.4.6.1.7.
  |3........
  |..1..32.5
  |........4
  |...1...3.
expect items = 342
expect options = 729
expect solutions = 1
