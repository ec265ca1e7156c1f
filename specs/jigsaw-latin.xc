# A Latin square of order 4 with each symbol also once in each irregular region.
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
