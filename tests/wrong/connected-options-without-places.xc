item row[1..3], column[1..3]
option put(r, c in 1..3) covers row[r], column[c]
require put connected  # error E827: it is not known where the options of `put` are
