item a[1..3]
option x(r in 1..3) covers a[r]
forbid x(k)  # error E101: `k` is not declared
