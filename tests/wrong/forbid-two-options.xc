item a[1..3]
option x(r in 1..3) covers a[r]
forbid x(1) and x(2)  # error E008: `and` where `for` or a statement is expected
