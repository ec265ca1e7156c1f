let wide = 1 < 2
board tray wide by 3  # error E210: true is not a dimension of a board
