board tray 1x2
shapes piece
  |AA
place free piece on tray each once  # error E008: `once` where `at` or an expression is expected
