board b 2x2
item x[b]
option cover((r, c) in b) covers x[(r, c)]
option mark(p in b) covers x[p]
given cover((1, 1))  # error E225: option `cover` has other arguments
given mark(1, 2)  # error E225: option `mark` has other arguments
forbid cover(p) for p in b  # error E225: option `cover` has other arguments
