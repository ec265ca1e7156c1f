item cost[1..3]  # error E008: `cost` where a name is expected
option x(r in 1..3)
  covers cost[r]
expect solution = 1  # error E008: `solution` where
