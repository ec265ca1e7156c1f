board grid 3x3
fill grid with 1..2, once per row  # error E250: row 1 has more cells, 3, than there are values, 2
