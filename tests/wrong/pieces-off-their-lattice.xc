# line 5: error E235: this cell is not on the lattice
board comb hex
  |. . .
shapes s hex
  |A A  B
place free s on comb
