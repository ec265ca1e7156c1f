lattice bricks
  |A
periods (1, 0) along (0, -1), (0, 1) along (2, 0)
corners "A" = ((0, 0), (2, 0), (2, 1), (0, 1))
board wall on bricks 2x2
shapes piece
  |AA
place free piece on wall each 2 times  # error E236: the pieces of `piece` are drawn on the square lattice, `wall` is on the bricks one
