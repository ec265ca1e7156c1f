# Draw the islands of a sea, as large as their numbers.
#
# Each island has one number, and islands share no side. The sea between them is connected, and nowhere 2 by 2 cells
# wide. Cells of an island are connected, too.
puzzle "Nurikabe"
board field
  labels clue
  | . . . . . 4
  | . . . . . .
  | . . . 1 . 5
  | 4 . . . . .
  | . . 3 . . .
  | 1 . . . . .
let free = {p for p in field where p not in clue}
def near(n) = {p for p in within(n, clue[n]-1, free)
    where p = n or all(q = n or q in free for q in beside(p))}
option island((p, n) in {x
    for S in {{(p, "sea") for p in free}, {(p, n) for n in clue, p in near(n)}}, x in S})
  covers field[p]
require count(island(p, n) for p in near(n)) = clue[n] for n in clue
# Islands share no side.
require island(p) = "sea" or island(q) = "sea" or island(p) = island(q)
  for p in field, q in beside(p) where p < q
# No square of four cells is all sea.
require any(island(q) != "sea" for q in square) for square in windows(field, 2, 2)
# The sea is connected.
require island(p, n) where n = "sea" connected
# Each island is connected.
require island(p, n) where n != "sea" connected per n
draw text at p as clue[p] for p in clue
draw island(p, n) at {p} if n = "sea" else {} as "~"
draw as "~" color "navy"
expect solutions = 1
