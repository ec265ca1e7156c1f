item a
option x(r, c) covers a  # error E009: `c` is given no set to run through
