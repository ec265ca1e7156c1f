board comb hex 2x3, open above  # error E231: a board of the hex lattice has no open side
