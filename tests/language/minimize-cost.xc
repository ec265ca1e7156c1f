item a
option x() covers a cost 2
minimize cost  # error E008: `cost` where a statement is expected
