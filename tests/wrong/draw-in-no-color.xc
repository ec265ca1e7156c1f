item a[1..2]
option x(n in 1..2) covers a[n]
draw x(n) at (1, n) as n color "oragne" if n = 2 else "red"  # error E309: "oragne" is not a color of a drawing
