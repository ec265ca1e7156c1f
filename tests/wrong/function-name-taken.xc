def max(a, b) = a if a > b else b  # error E230: `max` is a built-in function
