item a
option x(r in 1..8) where r covers a  # error E108: a condition is needed here, but this is a number: 1
