board tray 1x2
option x(c in 1..2) covers tray[1, c]
draw x(c) at (c, 1)  # error E305: `tray` has no cell (2, 1)
