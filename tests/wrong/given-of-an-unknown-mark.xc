# line 6: error E324: no option draws `B` here
board tray 1x2
shapes piece
  |AA
given
  |.B
place free piece on tray
