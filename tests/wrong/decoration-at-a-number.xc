board grid 2x2
fill grid with 1..2, once per row, column
draw shade at {r for r in 1..2}  # error E304: a number is not a position: 1
