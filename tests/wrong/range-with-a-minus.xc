item a[1..6]
option f(x in 1-6) covers a[x]  # error E108: a set is needed here, but this is a number
