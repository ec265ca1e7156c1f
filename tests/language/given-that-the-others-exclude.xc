# line 6: error E329: the other givens exclude this one
board tray 1x4
shapes piece
  |AA B C
given
  |BAC
place free piece on tray
