lattice domino
  |AB
corners "A" = ((0, 0), (1, 0), (2, 0)), "B" = ((1, 0), (2, 0), (2, 1), (1, 1))  # error E744: these are not the corners of a polygon
