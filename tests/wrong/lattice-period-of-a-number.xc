lattice strip
  |A
periods (1)  # error E741: a period is a tuple of two numbers, or three in space
neighbors "A" = (1, 2)
