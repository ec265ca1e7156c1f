lattice bricks
  |A
periods (1, 0) along (0, -1), (0, 1) along (2, 0)
corners "A" = ((0, 0), (2, 0), (2, 1), (0, 1))
motions (r, c) -> (c, -r)  # error E749: no isometry of the plane moves all polygons so
