param n = 4
item a[1..2n]  # error E006: `2` has no meaning here
option x(i in a) covers a[i]
