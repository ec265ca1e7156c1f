board hall 2x2
option guard(p in hall) covers hall[p]
draw guard(r, c) at (r, c)  # error E225: option `guard` has other arguments
