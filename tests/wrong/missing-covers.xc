item row[1..8]
option queen(r in 1..8) row[r]  # error E008: `row` where
