# line 4: error E234: `floor` is not a meaning here
board tray
  |xx
legend "x" = floor
