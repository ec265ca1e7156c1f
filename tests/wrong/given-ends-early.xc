# line 7: warning W448: the drawing does not show row 2 of board `tray`
board tray 2x3
shapes piece
  |AAA BB
  |A..
given
  |A..
place free piece on tray
