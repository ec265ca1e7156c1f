item row[1..6] once  # error E008: `once` where
option rook(r in 1..6) covers row[r]
