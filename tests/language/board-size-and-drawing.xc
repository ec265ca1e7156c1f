board tray 2x2  # error E209: board `tray` has a size and a drawing
  |..
  |..
