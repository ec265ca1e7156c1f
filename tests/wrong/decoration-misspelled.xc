board grid 2x2
fill grid with 1..2, once per row, column
draw themometer at ((1, 1), (1, 2))  # error E101: item `themometer` is not declared
