item a[1..3]
option x(r in range(3)) covers a[r]  # error E106: there is no function `range`
