let clue = (2, 0, 1)
item row[r in 1..3] clue[r] times  # error E101: `r` is not declared
option mine(r, c in 1..3) covers row[r]
