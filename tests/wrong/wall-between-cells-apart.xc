board grid 2x2
fill grid with 1..2, once per row, column
draw wall at {(1, 1), (2, 2)}  # error E807: no two of the cells `(1, 1)` and `(2, 2)` share a side
