board tray
  |RRB
shapes piece
  |AA C
  labels
  |.R B
place free piece on tray
  matching "R" on "R", "B" on "G"  # error E280: no cell of `tray` has the label "G"
