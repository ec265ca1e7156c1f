import pentominoes
shapes piece = P, U, P of pentominoes  # error E761: piece `P` is listed twice
board tray 2x5
place free piece on tray
