board tray 2x2
option paint(cell in tray) covers tray[cell]
require paint(cell) at {cell, (cell[1], cell[2] + 1)} connected  # error E305: `tray` has no cell (1, 3)
