item seat at least 2 times, more at cost 5  # error E298: `seat` has no upper bound that could be exceeded
option sit(g in 1..3) covers seat
