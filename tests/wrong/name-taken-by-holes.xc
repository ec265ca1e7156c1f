board tray 2x2, at most 1 hole
item tray_holes  # error E103: `tray_holes` is declared twice
