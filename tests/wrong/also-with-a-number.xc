item a[1..3], b
option x(r in 1..3) covers a[r]
also x(2) covers b  # error E226: each argument of an extended option must be a different name
