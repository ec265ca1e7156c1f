board tray 2x2
shapes rod
  |AA
place free rod on tray each 2 times
require tray without crossroads
also rod(piece, cells) covers tray_crossroads[(1, 1)]  # error E770: `tray_crossroads` is covered by `require` alone
