item total 3 times
let p = {(1, 1), (1, 2), (2, 1), (2, 2)}
option edge(x, y in p) where y in {(x[1] + 1, x[2]), (x[1], x[2] + 1)} covers total
require edge(x, y)
  at {x, y} connected  # warning W833: every pair of neighbors is the places of an option
