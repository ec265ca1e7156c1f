# A number is the total size of the shaded areas beside it.
#
# Circles are not shaded. A number in one is the number of shaded cells in all areas that touch its cell.
puzzle "Kurotto"
board field, may stay empty
  labels clue
  | . 6 2 . 3 2
  | . . . . . .
  | . . . . . .
  | . . 1 . 3 .
  | . . 0 . . .
  | . 6 1 . 2 .
let white = {p for p in field where p not in clue}
let numbers = {n for n in clue where clue[n] != "o"}
# The cells of the areas beside a number, with its own.
def near(n) = within(n, clue[n], white)
choose shade(p in white) from 0..1
choose part(n in numbers, p in near(n)) from 0..1
require part(n, n) = 1 and sum(part(n, p) for p in near(n)) = clue[n] + 1 for n in numbers
require part(n, p) <= shade(p) for n in numbers, p in near(n) where p != n
require part(n, p) + shade(q) <= part(n, q) + 1 if q in near(n) else part(n, p) + shade(q) <= 1
  for n in numbers, p in near(n), q in beside(p) where q in white
require part(n, p, v) where v = 1 at p connected per n
draw circle at p for p in clue
draw text at p as clue[p] for p in numbers
draw part(n, p, v) at {}
draw shade(p, v) at {p} if v = 1 else {} as "x"
draw as "x" color "black"
expect solutions = 1
