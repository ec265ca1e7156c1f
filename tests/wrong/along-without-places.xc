board tray 2x2
option paint(cell in tray) covers tray[cell]
require paint connected along {(1, 2)}  # error E829: `along` needs places
