# line 4: warning W202: piece `A` is not connected
board tray 1x3
shapes piece
  |A.A B
place free piece on tray
