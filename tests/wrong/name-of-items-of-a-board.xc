item tray_holes
option x() covers tray_holes
board tray 2x2, at most 1 hole  # error E103: `tray_holes` is declared twice
