lattice squares
  |AB
periods (1, 0), (0, 1)
neighbors "A" = "B"
# line 2: error E742: a period leads from another cell to this one
