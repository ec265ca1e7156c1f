item vertex[1..3] at most once, edge[1..3] at most once
option x(i in 1..3) covers vertex[i], edge[i]  # error E303: `x(1)` covers no item that must be covered
