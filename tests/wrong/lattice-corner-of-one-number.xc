lattice tile
  |A
corners "A" = ((0), (1, 0), (1, 1))  # error E744: these are not the corners of a polygon
