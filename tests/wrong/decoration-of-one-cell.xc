board grid 2x2
fill grid with 1..2, once per row, column
draw arrow at (1, 1)  # error E807: `arrow` needs two or more cells, not 1
