item step[1..3] at most once
optional option go(i in 1..3) covers step[i]
require go(i) joining {i, i + 1} connected along {(1, 2)}  # error E832: options that join places hang together at these
