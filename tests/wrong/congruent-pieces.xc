board tray 1x4
shapes piece
  |AA BB
place free piece on tray  # warning W205: pieces `A` and `B` have the same shape
