# line 3: error E213: `x` means nothing in the drawing of a board
board tray
  |..x
