item a[1..3]
option x(r in 1..3) covers a(r)  # error E008: `(` where `by`, `cost` or a statement is expected
