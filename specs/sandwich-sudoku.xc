# A small Sudoku with the sums of what lies between the 1 and 6 of each line.
#
# Every digit from 1 to 6 once in each row, column and block. A number beside the grid is the sum of the digits
# between the 1 and the 6 of its row or column.
puzzle "Sandwich Sudoku"
# Without any digit given, 1 and 6 could change places everywhere.
board grid 6x6
  labels clue
  | . . . . . .
  | . . . . . .
  | . . 6 . . .
  | . . . . . .
  | . . . . . .
  | 1 . . . . .
  labels across right
  | 4
  | 6
  | 7
  | 10
  | 0
  | 0
  labels down below
  | 9 4 4 8 11 0
fill grid with 1..6, once per row, column, block 2x3
require grid(p) = clue[p] for p in clue
# A filling has the places of 1 and 6 in a line, and the set of digits between them, of which it is the sum.
def fillings(total) = {(a, b, S) for a in 1..5, b in a+1..6, S in subsets(2..5, b-a-1)
    where sum(x for x in S) = total}
def digits(filling, i) = {1, 6} if i in {filling[1], filling[2]}
    else {x for x in 2..5 where (x in filling[3]) = (filling[1] < i and i < filling[2])}
hidden choose in_row(r in across) from fillings(across[r])
hidden choose in_column(c in down) from fillings(down[c])
require in_row(r) = f implies grid(r, c) in digits(f, c) for r in across, f in fillings(across[r]), c in 1..6
require in_column(c) = f implies grid(r, c) in digits(f, r) for c in down, f in fillings(down[c]), r in 1..6
expect solutions = 1
