item a
option x() covers a cost 2
option y() covers a
expect cost = 2  # error E256: a cost is expected, but the cost is no goal
