lattice leaning
  |A
  periods (0, 1) along (1, 0), (1, 0) along (1, -1)
  corners "A" = ((0, 0), (1, 0), (1, 1), (0, 1))
board ring on leaning 3x4, cylinder  # error E232: only a board whose rows are straight can be a cylinder
shapes piece on leaning
  |A
place free piece on ring each 12 times
