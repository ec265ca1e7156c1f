# line 6: warning W306: nothing reads the column `size` of `Kind`
# line 10: warning W306: the drawing above has no `*`
# line 12: warning W306: nothing reads the labels of `tray`
# line 15: warning W306: the drawing above has no `-`
table Kind
  | letter count size
  | A      1     2
board tray
  |...
  legend "*" = wall
  labels
  |x.y
shapes piece
  |AA B
  legend "-" = nothing
place free piece on tray each Kind["A"].count times
