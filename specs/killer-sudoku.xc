# A Sudoku with the sums of its cages, in which digits differ, and no digits.
#
# The puzzle was made by excover.
puzzle "Killer Sudoku of nine by nine"
board grid
  |AABBCCDDE
  |FGGGHIJKE
  |FGLMHIJKK
  |NOLMPIJQQ
  |NOOPPRRQS
  |TOUVVWRSS
  |TXUYZWabS
  |cXdYZeabf
  |cccZZeeef
table cages
  |cage sum
  |A    9
  |B    9
  |C    13
  |D    5
  |E    17
  |F    9
  |G    22
  |H    10
  |I    13
  |J    16
  |K    13
  |L    6
  |M    14
  |N    11
  |O    20
  |P    16
  |Q    11
  |R    19
  |S    21
  |T    4
  |U    9
  |V    12
  |W    10
  |X    7
  |Y    8
  |Z    20
  |a    11
  |b    9
  |c    30
  |d    4
  |e    17
  |f    10
fill grid with 1..9, once per row, column, block 3x3
def cells(k) = {(r, c) for (r, c) in grid where grid[r, c] = k.cage}
require sum(grid(p) for p in cells(k)) = k.sum and different(grid(p) for p in cells(k)) for k in cages
draw cage at cells(k) as k.sum for k in cages
expect solutions = 1
