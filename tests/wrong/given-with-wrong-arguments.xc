item row[1..2]
option q(r in 1..2) covers row[r]
given q(1, 2)  # error E225: option `q` has other arguments
