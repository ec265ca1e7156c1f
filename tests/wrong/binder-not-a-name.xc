item a
option x(r + 1 in 1..3) covers a  # error E010: only a name, or names in parentheses, can range over a set
