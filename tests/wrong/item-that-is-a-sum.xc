enum Cage = P, Q
item total[Cage] = sum  # error E008: `=` where
option write(c in Cage, v in 1..9) covers total[c]
