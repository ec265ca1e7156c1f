param n = 0
board tray n by 3  # error E210: a board cannot be 0 cells wide
