# A snake that touches itself nowhere; numbers count its cells in a line.
#
# The snake is a way of shaded cells from one end to the other, which are shown, and does not touch itself, not
# even at a corner. Numbers count its cells in a row or column.
puzzle "Snake"
board field, may stay empty
  labels down above
  | . 2 3 3 4 .
  labels across left
  | .
  | .
  | .
  | 3
  | 3
  | .
  labels end
  | x . . . . .
  | . . x . . .
  | . . . . . .
  | . . . . . .
  | . . . . . .
  | . . . . . .
choose snake(p in field) from 0..1
# The snake goes on from its ends to one cell each.
require snake(p) = 1 and sum(snake(q) for q in beside(p)) = 1 for p in end
# The snake goes on from a cell to two others.
require snake(p) = 1 implies sum(snake(q) for q in beside(p)) = 2 for p in field where p not in end
# The snake does not touch itself at a corner.
require snake((r, c)) + snake((r+1, c+d)) - snake((r, c+d)) - snake((r+1, c)) <= 1
  for (r, c) in field, d in {-1, 1} where (r+1, c+d) in field
require sum(snake((r, d)) for (r, d) in field where d = c) = down[c] for c in down
require sum(snake((s, c)) for (s, c) in field where s = r) = across[r] for r in across
# The snake is connected.
require snake(p, v) where v = 1 connected
draw circle at p for p in end
draw snake(p, v) at {p} if v = 1 else {} as "x"
draw as "x" color "green"
expect solutions = 1
