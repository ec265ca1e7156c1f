# A small Sudoku without clues, but with the sums of its cages.
#
# Rows, columns and blocks of 2 by 3 have every digit once. The digits in a cage also differ.
puzzle "Killer Sudoku, 6 by 6"
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
# Every way to fill a whole cage is an option.
def pairs(n) = {(x, y) for x, y in D where x != y and x+y = n}
def triples(n) = {(x, y, z) for x, y, z in D where len({x, y, z}) = 3 and x+y+z = n}
def fillings(k) = pairs(k.sum) if count(cells(k)) = 2 else triples(k.sum)
option fill_in(k in cages, digits in fillings(k))
  covers (grid[r, c], row[r, digits[rank(k, r, c)]], column[c, digits[rank(k, r, c)]],
      block[block_of(r, c), digits[rank(k, r, c)]] for (r, c) in cells(k))
draw fill_in(k, digits) at {(r, c) for (r, c) in cells(k) where rank(k, r, c) = 1} as digits[1]
draw fill_in(k, digits) at {(r, c) for (r, c) in cells(k) where rank(k, r, c) = 2} as digits[2]
draw fill_in(k, digits) at {(r, c) for (r, c) in cells(k) where rank(k, r, c) = 3} as digits[len(digits)]
draw cage at cells(k) as k.sum for k in cages
expect items = 144
expect solutions = 1
