item a else cost 5
option x() covers a cost 1
option no_a() covers a cost 2  # error E103: option `no_a` is declared twice
minimize
