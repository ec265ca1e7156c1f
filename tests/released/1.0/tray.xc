board tray 4x4
shapes piece
  |PP. LLL TTT III
  |PPP L.. .T.
place free piece on tray
expect solutions = 16
