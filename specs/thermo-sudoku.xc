# A Sudoku with thermometers: digits rise from the bulb to the end.
#
# Every digit once in each row, column and block. The digits of a thermometer rise from its bulb to its end.
puzzle "Thermo Sudoku"
let D = 1..9
board grid 9x9
fill grid with D, once per row, column, block 3x3
let thermometers = {((1, 1), (2, 1), (3, 1), (3, 2), (3, 3)), ((1, 9), (1, 8), (1, 7), (2, 7), (3, 7)),
    ((9, 9), (8, 9), (7, 9), (7, 8), (7, 7)), ((9, 1), (9, 2), (9, 3), (8, 3), (7, 3)),
    ((6, 4), (5, 4), (4, 4), (4, 5), (4, 6), (5, 6)), ((2, 4), (2, 5), (2, 6)), ((8, 6), (8, 5), (8, 4))}
let steps = {(path[i], path[i+1]) for path in thermometers, i in 1..len(path)-1}
# Digits rise from the bulb to the end.
require grid(a) < grid(b) for (a, b) in steps
draw thermometer at path for path in thermometers
given
  |..3..76.1
  |.........
  |.........
  |....7.2.9
  |....4....
  |9.5.6....
  |.........
  |.........
  |1.67..3..
expect solutions = 1
