item a 3..2 times  # error E238: no number is at least 3 and at most 2
option x() covers a
