board b 1x2, may stay empty
shapes bar
  |AA
place free bar on b each 0..1 times
require not bar("A", {(1, 1), (1, 2)})  # error E106: `bar` is a family of items, of which an expression cannot ask
