item a[1..3]
option queen(r in 1..3) covers a[r]
draw queen(r, c) at (r, c)  # error E225: option `queen` has other arguments
