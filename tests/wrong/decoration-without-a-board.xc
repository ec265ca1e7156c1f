item a[1..2]
option x(i in 1..2) covers a[i]
draw line at ((1, 1), (1, 2))  # error E806: `line`: there is nothing to draw it on
