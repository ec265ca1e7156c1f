item a
option x(r in 1..3) where r == 2 covers a  # error E008: `=` where an expression is expected
