item cell[1..2, 1..2], row[1..2, 1..2], column[1..2, 1..2]
option put(r, c, v in 1..2) covers cell[r, c], row[r, v], column[c, v]
draw put(r, c, v) at (r, c) as v
# line 7: error E327: givens contradict each other: both need `column[1, 1]`
given
  |1.
  |1.
