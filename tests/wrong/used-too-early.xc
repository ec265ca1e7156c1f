item row[1..n]  # error E104: `n` is used before it is declared
param n = 8
