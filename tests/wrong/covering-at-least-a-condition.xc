board tray 1x2
shapes piece
  |AA
place free piece on tray covering at least (1 < 2)  # error E220: `covering at least true` has no effect
