n = 4  # error E008: `n` where a statement is expected
item a[1..4]
option x(i in a) covers a[i]
