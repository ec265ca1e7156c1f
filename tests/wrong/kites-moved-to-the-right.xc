board flower kite
  |  .   .
  | . . . .
  | . . . .
  |  .   .
  |    .
shapes piece kite
  | A
  |A A
  |
  |   B
  |  B
# line 2: error E235: this cell is not on the lattice
# line 11: error E235: this cell is not on the lattice
