board tray 2x2
shapes piece
  |AA BBB CCCC
place free piece on tray each at least 0 times  # warning W304: pieces `B` and `C` fit nowhere on `tray`
