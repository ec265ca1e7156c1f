item a[1..3]
option queen(r in 1..3) covers a[r]
draw queen(1) at (1, 1)  # error E226: an option is drawn with a name of its own for each argument
