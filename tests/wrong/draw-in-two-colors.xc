enum Hue = red, blue
item a[1..2]
option x(n in 1..2) covers a[n]
draw x(n) at (1, n) as "x" color "#F00"
draw as "x" color red
draw as m color blue for m in {"x", "y"}  # error E310: the mark `x` is drawn in two colors: "#F00" and blue
