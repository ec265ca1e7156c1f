enum Shift = early, night
item shift[1..2, Shift] at most once, rest[1..2] at most once
option works(d in 1..2, s in Shift) covers shift[d, s]
also works(d, night) covers rest[d]  # error E226: `night` is a symbol, and here a new name is needed
