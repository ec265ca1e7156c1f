lattice bricks  # warning W415: the polygons of `bricks` do not meet side to side
  |A
periods (1, 0) along (1, -1), (0, 1) along (2, 0)
corners "A" = ((0, 0), (2, 0), (2, 1), (0, 1))
