item a[1..2, 1..2]
option q(r, c in 1..2) covers a[r, c]
draw q(x, x) at (x, x)  # error E226: each argument of a drawn option must be a different name
