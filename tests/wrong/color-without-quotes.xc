item a[1..2]
option x(n in 1..2) covers a[n]
draw x(n) at (1, n) as n color red  # error E101: `red` is not declared
