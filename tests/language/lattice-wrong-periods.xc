lattice strip
  |A
periods (0, 1)  # error E741: these periods do not fit the lattice
neighbors "A" = (1, 2)
