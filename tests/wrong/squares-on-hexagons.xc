board comb hex
  |. . .
shapes piece
  |AA
place free piece on comb  # error E236: the pieces of `piece` are drawn on the square lattice, `comb` is on the hex one
