let a = 1 / 2  # error E006: `/` means nothing here
