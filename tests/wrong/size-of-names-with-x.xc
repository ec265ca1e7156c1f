param n = 3
board b n x n  # error E008: `x` where `(` or `by` is expected
