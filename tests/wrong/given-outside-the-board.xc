# line 6: error E322: `A` is outside board `tray`
board tray 1x2
shapes piece
  |AA
given
  |..A
place free piece on tray
