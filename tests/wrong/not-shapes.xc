board tray 2x3
place free piece on tray  # error E218: `piece` is not a drawing of pieces
