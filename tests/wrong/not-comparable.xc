item a
option x(r in 1..8) where r < "3" covers a  # error E109: a number and a text cannot be compared: 1 and "3"
