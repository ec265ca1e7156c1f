item row[1..8], column[1..8]
option rook(r, c in 1..8) covers row[r], colunm[c]  # error E101: item `colunm` is not declared
