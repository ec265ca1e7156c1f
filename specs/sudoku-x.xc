# A Sudoku in which both diagonals also have every digit once.
puzzle "Sudoku X"
let D = 1..9
item cell[D, D], row[D, D], column[D, D], block[D, D]
item falling[D], rising[D]
def block_of(r, c) = 3*((r-1) div 3) + (c-1) div 3 + 1
option put(r, c, v in D)
  covers cell[r, c], row[r, v], column[c, v], block[block_of(r, c), v], falling[v] if r = c,
    rising[v] if r + c = 10
draw put(r, c, v) at (r, c) as v
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
