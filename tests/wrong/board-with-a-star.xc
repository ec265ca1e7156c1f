# line 3: error E213: `*` has no meaning in the drawing of a board
board tray
  |..*
