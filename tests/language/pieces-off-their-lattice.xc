# line 5: error E235: this cell is off the lattice
board comb hex
  |. . .
shapes s hex
  |A A  B
place free s on comb
