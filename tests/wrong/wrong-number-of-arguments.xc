def between(a, b, c) = a < b and b < c
let x = 1 if between(1, 2) else 0  # error E107: `between` takes 3 arguments, not 2
