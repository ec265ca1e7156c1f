item step[1..3] at most once
optional option go(i in 1..3) covers step[i]
require go(i) at {i, i mod 3 + 1} as one loop  # error E831: a loop needs the places that each option joins
