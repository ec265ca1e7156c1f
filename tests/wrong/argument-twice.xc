item a
option x(r in 1..3, r in 1..4) covers a  # error E103: `r` is declared twice
