lattice squares  # warning W415: the polygons of `squares` leave gaps
  |A
periods (1, 0) along (0, -1), (0, 1) along (2, 0)
corners "A" = ((0, 0), (1, 0), (1, 1), (0, 1))
