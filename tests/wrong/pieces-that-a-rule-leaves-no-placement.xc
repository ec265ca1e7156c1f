# line 5: warning W304: `where` leaves no placement of `B` on `tray`
board tray 2x3, at most 2 holes
shapes piece
  |AA BBB C
place free piece on tray each at most 9 times where piece != "C" and (1, 1) not in cells and (2, 1) not in cells
