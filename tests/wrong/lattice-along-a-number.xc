lattice strip
  |A
periods (1, 0) along (1), (0, 1) along (0, 1)  # error E741: `along` needs the steps in each direction of the plane
corners "A" = ((0, 0), (1, 0), (1, 1), (0, 1))
