lattice domino
  |AB
corners "A" = ((0, 0), (1, 0), (1, 1), (0, 1)), "B" = ((0, 0), (1, 0), (1, 2), (0, 2))  # error E746: two polygons overlap
