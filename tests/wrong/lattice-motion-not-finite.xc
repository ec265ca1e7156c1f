lattice squares
  |A
periods (1, 0), (0, 1)
neighbors "A" = (1, 2)
motions (r, c) -> (r, r+c)  # error E748: this motion is not an isometry of a lattice
