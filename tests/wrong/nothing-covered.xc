item a[1..3]
option x(r in 1..3) covers a[r] if r > 1  # error E302: `x(1)` covers nothing
