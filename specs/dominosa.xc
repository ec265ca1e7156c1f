# Find every domino of a set once in a grid of numbers.
#
# The grid shows the numbers of a complete set of dominoes; each pair of numbers lies there once.
puzzle "Dominosa"
board field
  labels number
  | 0 0 0 1 2
  | 2 1 1 3 1
  | 2 0 2 3 0
  | 3 2 1 3 3
let most = max(number[p] for p in field)
item pair[{(a, b) for a, b in 0..most where a <= b}]
option domino(p in field, q in beside(p))
  where p < q
  covers field[p], field[q], pair[(min(number[p], number[q]), max(number[p], number[q]))]
draw text at p as number[p] for p in field
draw domino(p, q) at {p, q} as p
expect solutions = 1
