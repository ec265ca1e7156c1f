param n = 0
board tray n by 3  # error E210: 0 is not a dimension of a board
