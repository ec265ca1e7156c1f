enum Shift = early, night
item shift[1..2, Shift]
item rest[1..2] at most once
option works(d in 1..2, s in Shift) covers shift[d, s]
also works(d, s) covers rest[d] where s = night  # error E008: `where` where `by` or a statement is expected
