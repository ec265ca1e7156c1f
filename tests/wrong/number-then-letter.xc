item a[1..8x]  # error E006: `8` has no meaning here
