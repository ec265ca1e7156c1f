item a
option x() covers a
option x() covers a  # error E103: option `x` is declared twice
