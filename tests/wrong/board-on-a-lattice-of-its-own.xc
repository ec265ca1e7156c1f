lattice foo
  |A
periods (1, 0), (0, 1)
neighbors "A" = (1, 2)
motions (r, c) -> (c, -r)
board b foo 2x2  # error E008: `2x2` where `(` or `by` is expected
