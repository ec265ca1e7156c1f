item row[1..3], column[1..3]
option rook(r, c in 1..3) covers row[r], column[c]
given rook(r, 1) for r in 1..2  # error E327: givens contradict each other: both need `column[1]`
