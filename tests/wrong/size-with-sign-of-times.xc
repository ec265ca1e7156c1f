board b 2 × 2  # error E006: `×` has no meaning here
