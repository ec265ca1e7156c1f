board grid 5x5
fill grid with 1..5, once per row, column
grid(1, 1) > grid(1, 2)  # error E008: `grid` where a statement is expected
