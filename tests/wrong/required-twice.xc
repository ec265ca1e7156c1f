board tray 2x3
shapes rod
  |AA
place free rod on tray each 3 times
require tray without faults
require tray without crossroads, faults  # error E201: `tray without faults` is specified twice
