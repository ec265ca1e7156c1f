let most = max({(1, 2), 3})  # error E108: a number is needed here, but this is a tuple: (1, 2)
item a[1..most]
option put(i in a) covers a[i]
