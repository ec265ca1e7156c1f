param n = 8 in 1..4  # error E203: parameter `n` cannot be 8
