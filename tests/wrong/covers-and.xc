item a[1..3]
option x(r in 1..2) covers a[r] and a[r+1]  # error E008: `and` where `by`, `cost` or a statement is expected
