# A Sudoku without digits: signs say which of two neighbours is greater.
#
# The signs are those within blocks. Below a row of cells, v stands where the upper digit is greater, ^ where the
# lower one is.
# The puzzle was made by excover.
puzzle "Greater-than Sudoku"
board grid 9x9
fill grid with 1..9, once per row, column, block 3x3
let across = ("<<.<>.><.", "><.<<.>>.", ">>.>>.<<.", ">>.><.<>.", "<>.<>.><.", "><.>>.<>.", "><.>>.>>.",
    "<>.>>.<<.", "<<.<>.<>.")
let down = ("^^^vvv^^v", "v^v^^vv^^", ".........", "v^^^^vvvv", "^v^^vvv^v", ".........", "v^v^^^vv^",
    "^^^vv^vvv", ".........")
let rises = {(a, b) for (r, c) in grid, (i, j) in {(0, 1), (1, 0)}, (a, b) in {((r, c), (r+i, c+j)), ((r+i,
    c+j), (r, c))} where (r+i, c+j) in grid and (across[r][c] = ("<" if a = (r,
    c) else ">") if j = 1 else down[r][c] = ("^" if a = (r, c) else "v"))}
item rise[rises, 1..9] at most once
also grid(r, c, v)
  covers (rise[(a, b), d] for (a, b) in rises, d in 1..v where a = (r, c)),
    (rise[(a, b), d] for (a, b) in rises, d in v..9 where b = (r, c))
draw text at {(r, c), (r, c+1)} as across[r][c] for (r, c) in grid where c < 9 and across[r][c] != "."
draw text at {(r, c), (r+1, c)} as down[r][c] for (r, c) in grid where r < 9 and down[r][c] != "."
expect solutions = 1
