board tray 2x3, at most 2 holes
shapes piece
  |AA
place free piece on tray each 1..3 times
require tray connected  # error E224: there is no option `tray`, but a board
