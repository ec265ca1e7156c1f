board tray 1x2
shapes piece
  |AA
place free piece on tray
draw piece at (1, 1)  # error E227: the pieces of `piece` are drawn by their letters
