board box 2x2x2
fill box with 1..2  # error E249: `box` cannot be filled: it is not a flat board of squares
