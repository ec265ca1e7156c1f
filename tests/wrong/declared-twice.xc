let n = 3
param n = 4  # error E103: `n` is declared twice
