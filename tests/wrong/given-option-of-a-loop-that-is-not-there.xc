item row[1..3], column[1..3]
option rook(r, c in 1..3) covers row[r], column[c]
given rook(r, r + 1) for r in 1..3  # error E326: there is no option `rook(3, 4)`
