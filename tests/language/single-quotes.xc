let a = 'red'  # error E006: `'` means nothing here
