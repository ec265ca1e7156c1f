let a = 7 % 2  # error E006: `%` has no meaning here
