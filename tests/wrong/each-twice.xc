board tray 2x2
shapes piece
  |A
place free piece on tray each twice  # error E008: `twice` without `times`
