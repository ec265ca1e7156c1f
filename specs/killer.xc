# A small Sudoku without clues, but with the sums of its cages.
#
# Rows, columns and blocks of 2 by 3 have every digit once. The digits in a cage also differ.
puzzle "Killer Sudoku"
board grid
  |ABCCCD
  |ABEEDD
  |AFEGGG
  |HFIJJK
  |HFILLK
  |HMMMLK
table cages
  | cage sum
  | A    10
  | B    3
  | C    11
  | D    14
  | E    7
  | F    13
  | G    12
  | H    11
  | I    9
  | J    8
  | K    6
  | L    10
  | M    12
let D = 1..6
item row[D, D], column[D, D], block[D, D]
def block_of(r, c) = 2*((r-1) div 2) + (c-1) div 3 + 1
def cells(k) = {(r, c) for (r, c) in grid where grid[r, c] = k.cage}
# The number of a cell in its cage: the first, the second or the third in reading order.
def rank(k, r, c) = count((s, d) for (s, d) in cells(k) where s < r or s = r and d <= c)
# Every way to fill a whole cage is an option; z = 0 if there is no third cell.
option fill_in(k in cages, x, y in D, z in 0..6)
  where x + y + z = k.sum and len({x, y, z}) = 3 and count(cells(k)) = (2 if z = 0 else 3)
  covers (grid[r, c], row[r, (x, y, z)[rank(k, r, c)]], column[c, (x, y, z)[rank(k, r, c)]],
      block[block_of(r, c), (x, y, z)[rank(k, r, c)]] for (r, c) in cells(k))
draw fill_in(k, x, y, z) at {(r, c) for (r, c) in cells(k) where rank(k, r, c) = 1} as x
draw fill_in(k, x, y, z) at {(r, c) for (r, c) in cells(k) where rank(k, r, c) = 2} as y
draw fill_in(k, x, y, z) at {(r, c) for (r, c) in cells(k) where rank(k, r, c) = 3} as z
draw cage at cells(k) as k.sum for k in cages
expect items = 144
expect solutions = 1
