# line 2: warning W415: the polygons of `cairo` overlap
lattice cairo
  |A....
  |..C.D
  |B....
  periods (-3, 3) along (6, 6), (3, 3) along (6, -6)
  corners "A" = ((-2, 0), (2, 0), (3, 3), (0, 5), (-3, 3)),
    "B" = ((-2, 0), (-3, -3), (0, -4), (3, -3), (2, 0)),
    "C" = ((6, 2), (6, -2), (3, -3), (2, 0), (3, 3)),
    "D" = ((6, 2), (6, -2), (9, -3), (10, 0), (9, 3))
board b on cairo 1x1
shapes s = all free 1 of cairo
place free s on b each at least 0 times
