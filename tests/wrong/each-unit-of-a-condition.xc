choose wet(r in 1..3)
require wet(1) implies wet(2) else cost 2 each  # error E361: only a comparison of two numbers is off by a number of units
minimize
