item a
option x() covers a cost 2
cost at most "3"  # error E264: a bound on the cost is a number, not a text
