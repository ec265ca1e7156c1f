shapes rod = "the rod" at {(1, 1)}  # error E763: "the rod" cannot be the name of a piece
board tray 1x1
place free rod on tray
