item step[1..3] at most once
optional option go(i in 1..3) covers step[i]
require go(i) joining {1, 2, i + 2} as one loop  # error E826: a line goes from one place to another, but this is {1, 2, 3}
