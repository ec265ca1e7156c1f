item a[1..3]
option x(r, c in 1..3) covers a[r], a[c]  # error E301: `x(1, 1)` covers `a[1]` twice
