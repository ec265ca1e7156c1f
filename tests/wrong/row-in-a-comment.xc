# line 4: warning W770: this row of the board is a comment, since it begins with `#`
board b
  |...
  #..
fill b with 1..3, once per row
