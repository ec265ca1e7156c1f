# Black cells are connected, and so are white ones.
#
# Black cells are connected, and so are white ones; no square of four cells has one color.
puzzle "Yin Yang"
board field, may stay empty
  labels clue
  | . . . . .
  | . . b . .
  | . . b . .
  | . . . . .
  | b w . w b
choose color(p in field) from {"b", "w"}
require color(p) = clue[p] for p in clue
# No square of four cells has one color.
require 1 <= count(color(q) = "b" for q in square) <= 3 for square in windows(field, 2, 2)
# The cells of each color are connected.
require color(p, v) connected per v
draw circle at p color "black" if clue[p] = "b" else "white" for p in clue
draw as "b" color "gray"
draw as "w" color "white"
expect solutions = 1
