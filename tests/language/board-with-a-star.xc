# line 3: error E213: `*` means nothing in the drawing of a board
board tray
  |..*
