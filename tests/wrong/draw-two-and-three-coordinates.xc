item a, b
option x() covers a
option y() covers b
draw x() at (1, 1)  # error E306: positions with two and with three coordinates cannot be drawn together
draw y() at (1, 1, 1)
