item a else 5  # error E008: `5` where `cost` is expected
option x() covers a cost 2
minimize
