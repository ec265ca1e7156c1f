lattice squares
  |A
periods (1, 0) along (0, -1), (0, 1) along (1, 0)
angle 100  # error E743: this angle cannot be used
corners "A" = ((0, 0), (1, 0), (1, 1), (0, 1))
