item a, b
option x(r in 1..3) covers a, b  # warning W301: `x(1)` and `x(2)` cover the same items
