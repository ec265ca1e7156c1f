board tray 1x2
shapes piece
  |AA
place free piece on tray covering at least 0  # error E220: `covering at least 0` has no effect
