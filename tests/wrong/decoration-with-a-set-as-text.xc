board grid 2x2
fill grid with 1..2, once per row, column
draw dot at {(1, c), (1, c + 1)} as {c, 2} for c in 1..1  # error E808: the text of a decoration is a number, a text, a symbol or a tuple of these, not {1, 2}
