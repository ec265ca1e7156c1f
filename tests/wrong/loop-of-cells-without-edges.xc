board tray 2x2
option paint(cell in tray) covers tray[cell]
require paint as one loop  # error E827: it is not known where the options of `paint` are
