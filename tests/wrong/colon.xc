item a[1..3]
option x(r in 1..3): covers a[r]  # error E006: `:` has no meaning here
