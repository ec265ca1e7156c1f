board tray 2x2  # warning W302: no option covers `tray[1, 1]`
shapes piece
  |AA
place free piece on tray each 0..2 times where (1, 1) not in cells
