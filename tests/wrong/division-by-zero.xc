item a[0..3]
option x(r in 0..3) where 6 mod r = 0 covers a[r]  # error E110: division by zero
