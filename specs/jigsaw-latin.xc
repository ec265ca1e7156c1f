# A Latin square of four symbols, which are all different in each of four odd regions too.
puzzle "Jigsaw Latin square"
board grid
  |AABB
  |ACCB
  |ACDB
  |CDDD
fill grid with 1..4, once per row, column, label
expect items = 64
expect options = 64
expect solutions = 72
