item a
option x() covers a
cost at most 3  # error E265: no option has a cost
