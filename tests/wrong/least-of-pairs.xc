let ends = ((1, 2), (3, 4))
let first = min(ends)  # error E108: a number is needed here, but this is a tuple: (1, 2)
item a[1..first]
option put(i in a) covers a[i]
