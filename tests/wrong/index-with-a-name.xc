item row[r in 1..3]  # error E101: `r` is not declared
option rook(r in 1..3) covers row[r]
