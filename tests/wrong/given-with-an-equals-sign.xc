board grid 3x3
fill grid with 1..3, once per row, column
given grid(1, 1) = 3  # error E008: `=` where
