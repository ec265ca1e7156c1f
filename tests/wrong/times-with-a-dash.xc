board tray 2x3
shapes piece
  |AA
place free piece on tray each 0-3 times  # error E237: an item cannot be covered -3 times
