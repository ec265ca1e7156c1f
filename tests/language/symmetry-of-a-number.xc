item row[1..3], column[1..3]
option rook(r, c in 1..3) covers row[r], column[c]
symmetry rook(1, c) -> rook(c, 1)  # error E226: the left side of a symmetry has a name for each argument
