item a[1..2]
option x(n in 1..2) covers a[n]
draw x(n) at (1, n) color "red" as n  # error E008: `as` where a statement is expected
