# Draw the islands of a sea, as large as their numbers say.
#
# Each island has one number, and islands share no side. The sea between them is connected, and nowhere 2 by 2 cells
# wide. Cells of an island are connected, too. The puzzle was made by excover.
puzzle "Nurikabe"
board field, may stay empty
  labels clue
  | . . . . . 4
  | . . . . . .
  | . . . 1 . 5
  | 4 . . . . .
  | . . 3 . . .
  | 1 . . . . .
def near(p) = {n for n in clue where abs(n[1]-p[1])+abs(n[2]-p[2]) < clue[n]}
choose island(p in field) from {x for S in {near(p), {"sea"}}, x in S}
require island(n) = n and count(island(p) = n for p in field where n in near(p)) = clue[n] for n in clue
require island(p) = "sea" or island(q) = "sea" or island(p) = island(q)
  for p in field, q in beside(p) where p < q
require any(island((r+i, c+j)) != "sea" for i, j in 0..1) for (r, c) in field where (r+1, c+1) in field
require island(p, n) where n = "sea" at p connected
require island(p, n) where n != "sea" at p connected per n
draw text at p as clue[p] for p in clue
draw island(p, n) at {p} if n = "sea" else {} as "~"
draw as "~" color "navy"
expect solutions = 1
