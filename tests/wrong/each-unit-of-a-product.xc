choose side(k in 1..2) from 2..5
require side(1) * side(2) <= 12 else cost 2 each  # error E361: only sums are off by a number of units
minimize
