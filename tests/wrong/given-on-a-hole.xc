# line 7: error E323: `A` is where board `tray` has no cell
board tray
  |..#
shapes piece
  |AA
given
  |..A
place free piece on tray
