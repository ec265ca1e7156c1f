board grid 2x2
fill grid with 1..2, once per row, column
draw text at (1, 1)  # error E808: `text` without a text
