# line 6: error E324: nothing can draw `B` here
board tray 1x2
shapes piece
  |AA
given
  |.B
place free piece on tray
