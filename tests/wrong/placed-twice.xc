board tray 1x2
shapes piece
  |AA
place free piece on tray
place fixed piece on tray  # error E221: `piece` is placed on `tray` twice
