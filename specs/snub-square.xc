# Six of the ten pieces of four cells cover a patch of squares and triangles.
#
# Drawn on paper, A is a square, C and D lie between it and the next one to the right, E and F between it and
# the next one above, and B is the tilted square. Corners are steps to the right, and by 30, 60, 90 and 120
# degrees to the left of that.
puzzle "Snub square tiling"
lattice snub
  |F..
  |EB.
  |ACD
  periods (3, 0) along (0, 0, 0, -1, -1), (0, 3) along (1, 1)
  angle 30
  corners "A" = ((0, 0), (1, 0), (1, 0, 0, 1), (0, 0, 0, 1)),
    "B" = ((1, 0, 0, 1), (1, 1, 0, 1), (1, 1, 0, 1, 1), (1, 0, 0, 1, 1)),
    "C" = ((1, 0), (1, 1), (1, 0, 0, 1)), "D" = ((1, 0, 0, 1), (1, 1), (1, 1, 0, 1)),
    "E" = ((0, 0, 0, 1), (1, 0, 0, 1), (1, 0, 0, 1, 1)),
    "F" = ((0, 0, 0, 1), (1, 0, 0, 1, 1), (0, 0, 0, 1, 1))
board floor on snub 2x2
shapes piece = all free 4 of snub
place free piece on floor each at most once
expect options = 132
expect solutions = 2
expect solutions up to symmetry = 1
