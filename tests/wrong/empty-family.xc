item a, b[1..0]  # warning W201: `b` has no items
option x() covers a
option y(i in 1..0) covers b[i]
