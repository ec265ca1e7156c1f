item row[1..3], column[1..3]
option rook(r, c in 1..3) covers row[r], column[c]
given rook(r, r) where r > 1  # error E008: `where` where `for` or a statement is expected
