enum Shift = early, night
item shift[1..2, Shift]
option works(d in 1..2, s in Shift) covers shift[d, s]
draw works(d, night) at (d, 1) as "N"  # error E226: `night` is a symbol, and here a new name is needed
