item nurse[1..3] else cost nurse  # error E108: a number is needed here, but this is a set: {1, 2, 3}
option work(a in 1..3) covers nurse[a]
minimize
