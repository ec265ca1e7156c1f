item a[1..3]
option queen(r in 1..3) covers a[r]
draw queen(1) at (1, 1)  # error E226: each argument of a drawn option must be a different name
