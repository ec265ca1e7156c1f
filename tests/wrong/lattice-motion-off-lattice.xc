lattice pairs
  |AB.
periods (1, 0), (0, 3)
neighbors "A" = "B"
motions (r, c) -> (r, 1-c)  # error E747: this motion takes the cell (1, 1) to (1, 0), where no cell is
