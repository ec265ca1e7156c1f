# line 2: error E259: only an item to be covered exactly once can have a price
item a[1..3] at most 2 times else cost 5
option x(i in 1..3) covers a[i] cost 1
minimize
