import pentominoes
shapes piece = F, f, Q of pentominoes  # error E760: `pentominoes` has no piece `f`
board tray 2x5
place free piece on tray
