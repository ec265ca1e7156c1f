# line 5: error E217: piece `A` is drawn twice
shapes piece
  |AA.B
  |
  |.A
