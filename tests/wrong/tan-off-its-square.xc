# line 3: error E235: this cell is not on the lattice
board tray tan
  |..
  |..
