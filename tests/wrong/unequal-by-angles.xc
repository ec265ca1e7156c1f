item a[1..3]
option x(r in 1..3) where r <> 2 covers a[r]  # error E008: `>` where an expression is expected
