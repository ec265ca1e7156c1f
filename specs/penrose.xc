# Twenty of Penrose's rhombs around a point, covered by pieces of two.
#
# Each rhomb begins at a point, so many steps in each of five directions 72 degrees apart, and goes on in two
# of these. The lattice has no periods: a piece fits wherever it can be turned and moved to, in the plane.
puzzle "Pairs of Penrose's rhombs"
table rhomb
  | row column a b c d e i j
  | 1 4 0 1 1 0 0 1 2
  | 1 5 1 1 0 0 0 2 3
  | 2 1 0 0 1 1 0 2 3
  | 2 2 0 1 1 0 0 3 4
  | 2 3 0 1 1 0 0 1 4
  | 2 4 1 1 1 0 0 4 5
  | 2 5 1 1 0 0 0 3 5
  | 3 2 0 0 1 1 0 2 5
  | 3 3 0 1 1 1 0 1 5
  | 3 5 1 1 0 0 1 3 4
  | 3 7 1 1 0 0 0 1 5
  | 4 1 0 0 1 1 0 4 5
  | 4 3 0 0 1 1 1 1 2
  | 4 4 1 0 0 1 1 2 3
  | 4 5 1 0 0 0 1 2 4
  | 4 7 1 0 0 0 1 1 2
  | 5 2 0 0 0 1 1 3 4
  | 5 3 0 0 0 1 1 1 3
  | 5 5 1 0 0 0 1 4 5
  | 6 4 0 0 0 1 1 1 5
def corner(x, s, t) = (x.a+(s if x.i = 1 else 0)+(t if x.j = 1 else 0),
    x.b+(s if x.i = 2 else 0)+(t if x.j = 2 else 0), x.c+(s if x.i = 3 else 0)+(t if x.j = 3 else 0),
    x.d+(s if x.i = 4 else 0)+(t if x.j = 4 else 0), x.e+(s if x.i = 5 else 0)+(t if x.j = 5 else 0))
lattice penrose
  |...**..
  |*****..
  |.**.*.*
  |*.***.*
  |.**.*..
  |...*...
  angle 72
  corners (x.row, x.column) = (corner(x, 0, 0), corner(x, 1, 0), corner(x, 1, 1), corner(x, 0, 1))
      for x in rhomb
board sun on penrose
shapes pair = all free 2 of penrose
place free pair on sun each at least 0 times
expect options = 30
expect solutions = 22
expect solutions up to symmetry = 3
