item a
option x(r in 8) covers a  # error E108: a set is needed here, but this is a number: 8
