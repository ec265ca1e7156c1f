let a = 7 % 2  # error E006: `%` means nothing here
