item row[1..8], column[1..8]
option rook(r, c in 1..8) covers row[r], column[c]
given rook(1, 5), rook(4, 5)  # error E327: givens contradict each other: both need `column[5]`
