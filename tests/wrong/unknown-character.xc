let a = 1 / 2  # error E006: `/` has no meaning here
