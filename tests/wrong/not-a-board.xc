item tray
shapes piece
  |AA
place free piece on tray  # error E218: `tray` is not a board
