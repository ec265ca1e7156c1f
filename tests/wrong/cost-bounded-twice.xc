item a
option x() covers a cost 2
cost at most 3
cost at most 4  # error E201: `cost at most` is specified twice
