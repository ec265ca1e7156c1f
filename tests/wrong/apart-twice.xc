board tray 3x3, may stay empty
shapes rod
  |AA B
place free rod on tray each 0..2 times
require rod apart
require rod apart at corners per piece
require rod apart per "rod"  # error E201: `rod apart per "rod"` is specified twice
require tray without faults, faults  # error E201: `tray without faults` is specified twice
