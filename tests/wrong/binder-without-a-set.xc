item a
option x(r, c) covers a  # error E009: `c` has no set to range over
