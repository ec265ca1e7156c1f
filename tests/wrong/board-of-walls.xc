board tray  # error E212: board `tray` has no cells
  |###
