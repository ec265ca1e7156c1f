item a[1..3]
option x(r in 1..3) covers a[r]
draw x(r) at r  # error E304: a number is not a position: 1
