# line 7: error E328: these marks are not a placement of `A`
board tray 2x3
shapes piece
  |AAA B.
  |... BB
given
  |A..
  |AA.
place free piece on tray
