# Dominoes on a chessboard, or any other rectangle.
puzzle "Dominoes"
param rows = 8 in 1..100
param columns = 8 in 1..100
board field rows by columns
option across(r in 1..rows, c in 1..columns-1) covers field[r, c], field[r, c+1]
option down(r in 1..rows-1, c in 1..columns) covers field[r, c], field[r+1, c]
draw across(r, c) at (r, c) as "<"
draw across(r, c) at (r, c+1) as ">"
draw down(r, c) at (r, c) as "A"
draw down(r, c) at (r+1, c) as "V"
expect options = 112
# OEIS A004003
expect solutions = 2 when rows = 2, columns = 2
expect solutions = 36 when rows = 4, columns = 4
expect solutions = 6728 when rows = 6, columns = 6
expect solutions = 12988816
# OEIS A000045
expect solutions = 89 when rows = 2, columns = 10
