# Consecutive numbers touch, from 1 to the number of cells.
#
# Every number from 1 to the number of cells; consecutive ones are in cells that touch, also at a corner.
puzzle "Hidoku"
board field
  labels clue
  | . 5 4 . .
  | . . . . 2
  | . . 18 . .
  | 23 22 . 16 .
  | 24 . . 15 .
let n = len({p for p in field})
let shown = {clue[p] for p in clue}
def may_be(p, k) = clue[p] = k if p in clue else k not in shown
item number[1..n], step[1..n-1]
item cell[1..n] colored
option put(p in field, k in number) where may_be(p, k) covers field[p], number[k], cell[k] = p
hidden option hop(k in step, p in field, q in around(p))
  where may_be(p, k) and may_be(q, k+1)
  covers step[k], cell[k] = p, cell[k+1] = q
draw put(p, k) at p as k
expect solutions = 1
