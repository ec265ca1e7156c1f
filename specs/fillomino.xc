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
def around_by(p, k) = {(r, c) for r in p[1]-k..p[1]+k,
    c in p[2]-k+abs(r-p[1])..p[2]+k-abs(r-p[1]) where (r, c) in field}
choose number(p in field) from {clue[p]} if p in clue else 1..most
# The cells of the area of a given number.
def near(n) = {p for p in around_by(n, clue[n]-1) where p in free or clue[p] = clue[n]}
choose part(n in clue, p in near(n))
require part(n, n) and count(part(n, p) for p in near(n)) = clue[n] for n in clue
require part(n, p) implies number(p) = clue[n] for n in clue, p in near(n)
require part(n, p) and number(q) = clue[n] implies q in near(n) and part(n, q)
  for n in clue, p in near(n), q in beside(p)
require part(n, p) at p connected per n
# The first cell of each area without a given number; (0, 0) if it has one.
def first(p) = {q for q in around_by(p, most-1) where q <= p and q in free}
choose root(p in free) from {q for S in {{(0, 0)}, first(p)}, q in S}
require (root(p) = (0, 0)) = any(part(n, p) for n in around_by(p, most-1) where n in clue and p in near(n))
  for p in free
require root(p) = q implies root(q) = q and number(p) = number(q) for p in free, q in first(p) where q != p
require number(p) = number(q) implies root(p) = root(q)
  for p in free, q in beside(p) where p < q and q in free
choose size(q in free) from 0..most
require size(q) = count(root(p) = q for p in around_by(q, most-1) where p in free and q <= p) for q in free
require root(q) = q implies size(q) = number(q) for q in free
require root(p, q) where q != (0, 0) at p connected per q
draw part(n, p) at {}
draw root(p, q) at {}
draw size(q, v) at {}
expect solutions = 1
