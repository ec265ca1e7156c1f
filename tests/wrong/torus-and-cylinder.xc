board ring 3x3, torus, cylinder  # error E201: which sides are glued together is specified twice
shapes bar
  |III
place free bar on ring each 3 times
