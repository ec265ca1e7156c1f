board tray 2x2
shapes piece = all free four of square  # error E101: `four` is not declared
place free piece on tray
