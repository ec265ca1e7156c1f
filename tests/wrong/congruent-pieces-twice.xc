board tray 2x4
shapes piece
  |AA BB
place free piece on tray each 2 times  # warning W205: pieces `A` and `B` have the same shape
