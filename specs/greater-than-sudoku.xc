# A Sudoku without digits: signs say which of two neighbours is greater.
#
# The signs are those within blocks. Below a row of cells, v stands where the upper digit is greater, ^ where the
# lower one is.
# Every digit once in each row, column and block.
puzzle "Greater-than Sudoku"
board grid 9x9
fill grid with 1..9, once per row, column, block 3x3
let across = ("<<.<>.><.", "><.<<.>>.", ">>.>>.<<.", ">>.><.<>.", "<>.<>.><.", "><.>>.<>.", "><.>>.>>.",
    "<>.>>.<<.", "<<.<>.<>.")
let down = ("^^^vvv^^v", "v^v^^vv^^", ".........", "v^^^^vvvv", "^v^^vvv^v", ".........", "v^v^^^vv^",
    "^^^vv^vvv", ".........")
# The left digit is smaller where the sign says so.
require grid(r, c) < grid(r, c+1) for (r, c) in grid where c < 9 and across[r, c] = "<"
# The left digit is greater where the sign says so.
require grid(r, c) > grid(r, c+1) for (r, c) in grid where c < 9 and across[r, c] = ">"
# The upper digit is smaller where the sign says so.
require grid(r, c) < grid(r+1, c) for (r, c) in grid where r < 9 and down[r, c] = "^"
# The upper digit is greater where the sign says so.
require grid(r, c) > grid(r+1, c) for (r, c) in grid where r < 9 and down[r, c] = "v"
draw text at {(r, c), (r, c+1)} as across[r][c] for (r, c) in grid where c < 9 and across[r][c] != "."
draw text at {(r, c), (r+1, c)} as down[r][c] for (r, c) in grid where r < 9 and down[r][c] != "."
expect solutions = 1
