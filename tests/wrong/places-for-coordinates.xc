board hall 2x2
option guard((r, c) in hall) covers hall[r, c]
draw guard(p) at p  # error E225: option `guard` has other arguments
