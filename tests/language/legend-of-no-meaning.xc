# line 4: error E234: `floor` is no meaning here
board tray
  |xx
legend "x" = floor
