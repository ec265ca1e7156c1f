lattice domino
  |AB
corners "A" = ((0, 0), (1, 0), (1, 1), (0, 1))  # error E745: the cell "B" has no polygon
