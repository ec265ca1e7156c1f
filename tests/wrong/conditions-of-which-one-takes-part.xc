board grid 2x2
labels digit
  | . .
  | . .
labels other
  | 1 .
  | . .
fill grid with 1..2
require grid(p) = digit[p] for p in digit
require grid(p) != 1 for p in other  # warning W302: these conditions leave no option that covers `grid[1, 1]`
require grid(p) != 2 for p in other
