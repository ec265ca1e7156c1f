let field = ("1.", ".2")
let marked = {(r, c) for r, c in 1..2 where field[r, c] != "."}
item a[1..2]
option x(r, c in marked) where field[r, c] = "1" covers a[1]  # error E108: a number is needed here, but this is a tuple: (1, 1)
