# line 6: error E329: the other givens exclude this one
board tray 1x6
shapes piece
  |AA B CCC
given
  |BACCC.
place free piece on tray
