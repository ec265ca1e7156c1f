param n = 3
board b 3xn  # error E006: `3` has no meaning here
