# Twice the costs of all options together fit 64 bits.
item a
option x(n in 1..3) covers a cost 100 * n
option y(n in 1..3) covers a cost -n * 1000000000 * 1000000000  # error E312: a cost of -3,000,000,000,000,000,000 is too large
minimize
