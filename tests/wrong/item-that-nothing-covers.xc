item a[1..3]  # warning W302: no option covers `a[3]`
option x(r in 1..2) covers a[r]
