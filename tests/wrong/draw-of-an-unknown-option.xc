item a[1..3]
option queen(r in 1..3) covers a[r]
draw qeen(r) at (r, 1)  # error E224: there is no option `qeen`
