item row[1..3], column[1..3]
option rook(r, c in 1..3) covers row[r], column[c]
symmetry rook(1, c) -> rook(c, 1)  # error E226: each argument on the left of a symmetry must be a different name
