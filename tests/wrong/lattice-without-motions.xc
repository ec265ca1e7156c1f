lattice squares  # warning W416: pieces on `squares` cannot be turned
  |A
periods (1, 0), (0, 1)
neighbors "A" = {(1, 2), (2, 1)}
