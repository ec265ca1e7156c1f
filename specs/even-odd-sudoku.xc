# A Sudoku that shows where some even digits (E) and some odd ones (O) are.
#
# The puzzle was made by excover.
puzzle "Even-odd Sudoku"
board grid
  |OEOE.....
  |..O.EO..E
  |..OOE...O
  |O......OE
  |.........
  |.O...OEO.
  |....O...E
  |..E...E..
  |.O.E.E...
fill grid with 1..9, once per row, column, block 3x3
forbid grid(r, c, v) for (r, c) in grid, v in 1..9 where grid[r, c] = ("O" if v mod 2 = 0 else "E")
draw box at {(r, c) for (r, c) in grid where grid[r, c] = "E"}
draw circle at {(r, c) for (r, c) in grid where grid[r, c] = "O"}
given
  |9...6..8.
  |.....5..6
  |...1.72..
  |.4.2.....
  |18.......
  |........5
  |.........
  |....7....
  |..9.....3
expect solutions = 1
