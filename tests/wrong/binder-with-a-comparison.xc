item a[1..3]
option x(r < s in 1..3) covers a[r], a[s]  # error E010: only a name, or names in parentheses
