item row[1..n]  # error E104: `n` is declared only later
param n = 8
