# The small Sudoku: the digits 1 to 4 in rows, columns and blocks of 2 by 2.
puzzle "Sudoku, 4x4"
board grid 4x4
fill grid with 1..4, once per row, column, block 2x2
expect items = 64
expect options = 64
# OEIS A107739
expect solutions = 288
