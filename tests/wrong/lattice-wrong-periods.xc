lattice strip
  |A
periods (0, 1)  # error E741: a lattice with a period of 2 numbers has 2 of them, and this has 1 period
neighbors "A" = (1, 2)
