# A Sudoku with the sums of its cages, in which digits differ, and no digits.
#
# An option picks the digits of a cage: those whose bits are set in a number. It covers all other digits of the cage,
# and the cells cover theirs.
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
  |cage sum cells
  |A    9   2
  |B    9   2
  |C    13  2
  |D    5   2
  |E    17  2
  |F    9   2
  |G    22  4
  |H    10  2
  |I    13  3
  |J    16  3
  |K    13  3
  |L    6   2
  |M    14  2
  |N    11  2
  |O    20  4
  |P    16  3
  |Q    11  3
  |R    19  3
  |S    21  4
  |T    4   2
  |U    9   2
  |V    12  2
  |W    10  2
  |X    7   2
  |Y    8   2
  |Z    20  4
  |a    11  2
  |b    9   2
  |c    30  4
  |d    4   1
  |e    17  4
  |f    10  2
fill grid with 1..9, once per row, column, block 3x3
let power = (1, 2, 4, 8, 16, 32, 64, 128, 256)
def has(set, v) = set div power[v] mod 2 = 1
let sets = {(m, {v for v in 1..9 where has(m, v)}) for m in 1..511}
item cage[cages], digit[cages, 1..9]
option adds_up(k in cages, (m, picked) in sets)
  where sum(picked) = k.sum and len(picked) = k.cells
  covers cage[k], (digit[k, v] for v in 1..9 where not has(m, v))
also grid(r, c, v) covers digit[cages[grid[r, c]], v]
draw adds_up(k, m, picked) at {}
draw cage at {(r, c) for (r, c) in grid where grid[r, c] = k.cage} as k.sum for k in cages
expect solutions = 1
