# Twenty-four squares with edges in three colors; equal edges touch.
#
# P. MacMahon's puzzle (1921): all 24 squares, with white (w) along the border. Reflections map the set of
# squares to itself, and so does exchanging gray (g) and black (b): 8 symmetries.
puzzle "MacMahon's squares"
param rows = 4 in 1..24
param columns = 6 in 1..24
enum Color = w, g, b
# A square is identified by its smallest reading as a number in base 3, starting from any edge.
def digit(c) = 0 if c = w else 1 if c = g else 2
def reading(a, b, c, d) = 27*digit(a) + 9*digit(b) + 3*digit(c) + digit(d)
def square_of(a, b, c, d) = min(reading(a, b, c, d), reading(b, c, d, a), reading(c, d, a, b),
    reading(d, a, b, c))
item cell[1..rows, 1..columns]
item square[{square_of(a, b, c, d) for a, b, c, d in Color}]
item level[0..rows, 1..columns], upright[1..rows, 0..columns] colored
option put(r in 1..rows, c in 1..columns, top, right, bottom, left in Color)
  covers cell[r, c], square[square_of(top, right, bottom, left)], level[r-1, c] = top, upright[r, c] = right,
    level[r, c] = bottom, upright[r, c-1] = left
draw level[r, c] at (2*r+1, 2*c)
draw upright[r, c] at (2*r, 2*c+1)
given level[r, c] = w for r in {0, rows}, c in 1..columns
given upright[r, c] = w for r in 1..rows, c in {0, columns}
def other(c) = w if c = w else g if c = b else b
symmetry put(r, c, top, right, bottom, left) -> put(rows+1-r, c, bottom, right, top, left)
symmetry put(r, c, top, right, bottom, left) -> put(r, columns+1-c, top, left, bottom, right)
symmetry put(r, c, top, right, bottom, left) -> put(r, c, other(top), other(right), other(bottom),
    other(left))
expect items = 106
expect options = 1944
expect solutions = 106624
expect solutions up to symmetry = 13328
