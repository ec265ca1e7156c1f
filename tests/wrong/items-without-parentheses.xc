item a[1..3]
option x(r in 1..3) covers a[c] for c in 1..r  # error E008: `for` where `cost` or a statement is expected
