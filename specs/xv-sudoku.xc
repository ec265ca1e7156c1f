# A Sudoku that marks neighbours whose sum is 10 (X) or 5 (V), and all of them.
#
# Below a row of cells stand the signs between it and the next one.
# Every digit once in each row, column and block.
puzzle "XV Sudoku"
board grid 9x9
fill grid with 1..9, once per row, column, block 3x3
let across = ("........", ".....X..", "XVX.XVX.", "...V...V", "......V.", ".V..V...", "...X.V..", "........",
    ".VX.....")
let down = ("XX......V", ".........", ".X.X.X.X.", "..X.....X", "X....XXX.", ".X..V....", ".........",
    "VX.X.....")
let ways = {(0, 1), (1, 0)}
let beside = {((r, c), (r+i, c+j)) for (r, c) in grid, (i, j) in ways where (r+i, c+j) in grid}
def sign(a, b) = across[a[1]][a[2]] if a[1] = b[1] else down[a[1]][a[2]]
# An X is the sum ten, a V the sum five.
require grid(a) + grid(b) = (5 if sign(a, b) = "V" else 10) for (a, b) in beside where sign(a, b) != "."
# Digits without a sign have neither sum.
require grid(a) + grid(b) not in {5, 10} for (a, b) in beside where sign(a, b) = "."
draw text at {a, b} as sign(a, b) for (a, b) in beside where sign(a, b) != "."
given
  |.........
  |.........
  |.........
  |.8.......
  |........6
  |.........
  |.........
  |.........
  |.........
expect solutions = 1
