item a
option x() covers a cost 2
cost <= 3  # error E008: `cost` where a statement is expected
