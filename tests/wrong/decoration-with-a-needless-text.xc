board grid 2x2
fill grid with 1..2, once per row, column
draw line at ((1, 1), (1, 2)) as 3  # error E808: `line` has no text
