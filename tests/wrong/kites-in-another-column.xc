board flower kite
  | .   .
  |. . . .
  | . . . .
# line 4: error E235: this cell is not on the lattice
