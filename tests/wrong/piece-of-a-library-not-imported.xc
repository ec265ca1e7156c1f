shapes piece = F, P of pentominoes  # error E218: `pentominoes` is not imported
board tray 2x5
place free piece on tray
