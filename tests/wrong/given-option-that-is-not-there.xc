item row[1..8], column[1..8]
option rook(r, c in 1..8) covers row[r], column[c]
given rook(1, 9)  # error E326: there is no option `rook(1, 9)`
