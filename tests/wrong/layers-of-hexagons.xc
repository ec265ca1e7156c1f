board comb hex 2x3x3  # error E231: a board of the hex lattice has no layers
