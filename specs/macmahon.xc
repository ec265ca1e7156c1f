# Twenty-four squares with edges in three colors; equal edges touch.
#
# P. MacMahon's puzzle (1921): all 24 squares, with white (w) along the border. Reflections map the set of
# squares to itself, and so does exchanging gray (g) and black (b): 8 symmetries.
puzzle "MacMahon's squares"
param rows = 4 in 1..24
param columns = 6 in 1..24
enum Color = w, g, b
board tray rows by columns
shapes tile = all one-sided tiles of square with sides in Color
place one-sided tile on tray border w
draw as w color "white"
draw as g color "darkgray"
draw as b color "black"
def other(c) = w if c = w else g if c = b else b
symmetry tile(cell, s) -> tile(cell, (other(s[1]), other(s[2]), other(s[3]), other(s[4])))
expect items = 86
expect solutions = 106624
expect solutions up to symmetry = 13328
