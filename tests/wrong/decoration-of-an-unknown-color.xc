board grid 2x2
fill grid with 1..2, once per row, column
draw shade at (1, 1) color "oragne"  # error E309: "oragne" is not a color of a drawing
