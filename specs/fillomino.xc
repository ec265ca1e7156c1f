# Divide a grid into areas, whose cells all have the size of their area.
#
# Every cell has a number, and is part of an area of so many cells with that number, which touches no other area of
# that size. An area may have several of the given numbers, or none; none is larger than the largest of them.
puzzle "Fillomino"
board field, may stay empty
  labels clue
  | 5 4 4 2 .
  | . . . 1 5
  | . . . 2 .
  | . 5 4 2 .
  | . . . . .
let most = max(clue[n] for n in clue)
let free = {p for p in field where p not in clue}
choose number(p in field) from {clue[p]} if p in clue else 1..most
# The cells that may belong to the area of a given number.
let near = {(n, p) for k in {clue[n] for n in clue},
    alike in {{p for p in field where p in free or clue[p] = k}}, n in clue,
    p in within(n, k-1, alike) where clue[n] = k}
choose part((n, p) in near)
require part(n, n) and count(part(n, p) for p in within(n, clue[n]-1, field) where (n, p) in near) = clue[n]
  for n in clue
require part(n, p) implies number(p) = clue[n] for (n, p) in near
require part(n, p) and number(q) = clue[n] implies (n, q) in near and part(n, q)
  for (n, p) in near, q in beside(p)
require part(n, p) at p connected per n
# The first cell of each area without a given number; (0, 0) if it has one.
def first(p) = {q for q in within(p, most-1, free) where q <= p}
choose root(p in free) from {q for S in {{(0, 0)}, first(p)}, q in S}
require (root(p) = (0, 0)) = any(part(n, p) for n in within(p, most-1, field) where (n, p) in near)
  for p in free
require root(p) = q implies root(q) = q and number(p) = number(q) for p in free, q in first(p) where q != p
require number(p) = number(q) implies root(p) = root(q)
  for p in free, q in beside(p) where p < q and q in free
choose size(q in free) from 0..most
require size(q) = count(root(p) = q for p in within(q, most-1, free) where q <= p) for q in free
require root(q) = q implies size(q) = number(q) for q in free
require root(p, q) where q != (0, 0) at p connected per q
draw part(n, p) at {}
draw root(p, q) at {}
draw size(q, v) at {}
expect solutions = 1
