board tray 2x2  # error E209: board `tray` has both a size and a drawing
  |..
  |..
