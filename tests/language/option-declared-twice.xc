item a
option x() covers a
option x() covers a  # error E222: option `x` is declared twice
