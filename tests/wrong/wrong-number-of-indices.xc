item cell[1..3, 1..3]
option x(r, c, v in 1..3) covers cell[r, c, v]  # error E228: `cell` has 2 indices, not 3
