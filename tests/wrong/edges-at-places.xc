item total 2 times
option edge(x, y in 1..3) where y = x mod 3 + 1 covers total
require edge(x, y) at {x, y} connected
  along {(1, 2), (2, 3), (1, 3)}  # warning W833: all of these pairs are the places of an option
