board tray 2x3x4x5  # error E211: a board has 2 or 3 dimensions, not 4
