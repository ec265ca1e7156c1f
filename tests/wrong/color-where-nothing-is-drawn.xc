item a[1..2]
option x(n in 1..2) covers a[n]
draw as "x" color "red"  # error E311: the mark `x` is not drawn
