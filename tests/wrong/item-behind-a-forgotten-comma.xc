item row[1..3] col
option x(r in 1..3) covers row[r], col  # error E008: `option` where `times` or `units` is expected
