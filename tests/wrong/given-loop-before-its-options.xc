item row[1..3], column[1..3]
option rook(r, c in 1..3) covers row[r], column[c]
given for r in 1..3 rook(r, r)  # error E008: `for` where a line of a drawing or a name is expected
