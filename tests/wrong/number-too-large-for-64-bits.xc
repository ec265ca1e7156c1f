let n = 1000000000
let a = n * n * n  # error E111: the result does not fit in 64 bits
