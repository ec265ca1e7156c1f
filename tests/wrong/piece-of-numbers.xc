shapes rod = (k at 1..k for k in 1..3)  # error E762: the cells of piece `1` are no set of places
board tray 2x3
place free rod on tray
