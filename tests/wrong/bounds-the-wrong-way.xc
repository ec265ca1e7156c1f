item a 3..2 times  # error E238: the lower bound 3 exceeds the upper bound 2
option x() covers a
