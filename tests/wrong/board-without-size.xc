board tray  # error E208: board `tray` has neither a size nor a drawing
