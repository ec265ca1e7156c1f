let a = 'red'  # error E006: `'` has no meaning here
