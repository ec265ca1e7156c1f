board grid 3x3
fill grid with 1..2, once per row  # error E250: row 1 has 3 cells, but there are only 2 values
