item a
option x(r in ((1, 1), (1, 2))) covers a  # error E108: a set is needed here, but this is a tuple: ((1, 1), (1, 2))
