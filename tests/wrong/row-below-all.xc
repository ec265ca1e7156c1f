choose f(r in 1..2, c in 1..3)
require f(r, c) or f(r + 1, c) for r in 1..2, c in 1..3  # error E350: there is no option `f(3, 1)`
