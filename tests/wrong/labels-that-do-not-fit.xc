# line 7: error E280: this cell has two labels
# line 12: error E280: there is no cell for the label `B`
# line 17: error E280: `*` is not a label
board two
  |A.
  labels
  |1.
board tray 1x3
shapes piece
  |AA C
  labels
  |.RB
shapes other
  |AA
  legend "+" = nothing
  labels
  |.*
board more 1x2
place free piece on tray
