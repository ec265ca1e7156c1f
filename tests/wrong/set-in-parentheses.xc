item a
option x(r in ((1, 1), (1, 1))) covers a  # error E358: a tuple has a member several times here
