item cell[1..2, 1..2]
option put((r, c) in cell)
  where (r, c) != (1, 1, 1)  # error E109: a tuple of 2 never equals a tuple of 3: (1, 1) and (1, 1, 1)
  covers cell[r, c]
