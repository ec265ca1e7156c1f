# line 6: warning W306: nothing reads the labels of `piece`
board tray 1x3
shapes piece
  |AA B
  labels
  |p
place free piece on tray
