item cell[1..3, 1..2]
option x(r, c in 1..3, v in 1..2) covers cell[r, c, v]  # error E228: `cell` has 2 indices, not 3
