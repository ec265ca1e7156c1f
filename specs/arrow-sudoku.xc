# A Sudoku with arrows along which the digits add up to the first one.
#
# The puzzle was made by excover.
puzzle "Arrow Sudoku"
board grid 9x9
fill grid with 1..9, once per row, column, block 3x3
let arrows = {((3, 5), (2, 4), (2, 3)), ((5, 7), (5, 8), (4, 8)), ((1, 1), (2, 2), (3, 3)),
    ((6, 4), (7, 5), (8, 4)), ((9, 4), (8, 3), (9, 3)), ((7, 2), (6, 3), (5, 2)), ((2, 7), (2, 8), (1, 9)),
    ((9, 8), (8, 9), (7, 8)), ((5, 6), (4, 7), (3, 6))}
item arrow[arrows]
item shows[{cell for path in arrows, i in 1..len(path), cell in {path[i]}}] colored
option adds_up(path in arrows, x, y in 1..9)
  where x + y <= 9
  covers arrow[path], shows[path[1]] = x + y, shows[path[2]] = x, shows[path[3]] = y
also grid(r, c, v) covers shows[(r, c)] = v if (r, c) in shows
draw adds_up(path, x, y) at {}
draw arrow at path for path in arrows
given
  |..935....
  |1........
  |.........
  |.5.......
  |......96.
  |......5.7
  |..3......
  |.6...7...
  |.........
expect solutions = 1
