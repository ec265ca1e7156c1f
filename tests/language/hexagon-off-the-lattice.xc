# line 3: error E235: this cell is off the lattice
board comb hex
  |. . ..
