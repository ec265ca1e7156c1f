board b 2 x 2  # error E008: `x` where `by` is expected
