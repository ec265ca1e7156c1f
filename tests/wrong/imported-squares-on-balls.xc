import kanoodle
board pyramid sphere
  |.    |..
  |     |..
place one-sided piece on pyramid  # error E236: the pieces of `piece` are drawn on the square lattice, `pyramid` is on the sphere one
