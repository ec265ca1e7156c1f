# line 4: error E219: piece `A` has several layers and cannot lie on `tray`
board tray 3x3
shapes piece
  |A.|AA
place one-sided piece on tray
