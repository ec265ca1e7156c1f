# line 5: error E325: a line of 5 marks, but a row
item cell[1..2, 1..2]
option put(r, c in 1..2, v in 1..2) covers cell[r, c]
given
  |12..1
draw put(r, c, v) at (r, c) as v
