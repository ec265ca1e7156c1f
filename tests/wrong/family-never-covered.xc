item row[1..3], column[1..3]  # error E229: no option covers an item of `column`
option x(r in 1..3) covers row[r]
