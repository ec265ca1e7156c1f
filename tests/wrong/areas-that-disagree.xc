board tray 2x4
shapes piece
  |AAA BB
place free piece on tray  # warning W303: the pieces of `piece` have 5 cells, `tray` has 8 to cover
