# A letter beside the grid is the first one seen from there.
#
# Every letter once in each row and column; other cells stay empty. A letter beside the grid is the first one that
# is seen from there.
puzzle "ABC End View"
param letters = 3 in 1..8
board field, may stay empty
  labels clue
  | . . . .
  | . . . .
  | . . . .
  | . . . .
  labels top above
  | . . . c
  labels bottom below
  | . . . .
  labels west left
  | .
  | b
  | .
  | .
  labels east right
  | a
  | .
  | b
  | .
let n = max(r for (r, c) in field)
let abc = {("a", "b", "c", "d", "e", "f", "g", "h")[i] for i in 1..letters}
choose letter(r, c in 1..n) from {x for S in {abc, {"-"}}, x in S}
require letter(r, c) = clue[r, c] for (r, c) in clue
require count(letter(p) = x for p in line) = 1 for way in {(0, 1), (1, 0)}, line in runs(field, way), x in abc
require any(letter(r, c) = top[c] and all(letter(k, c) = "-" for k in 1..r-1) for r in 1..n) for c in top
require any(letter(r, c) = bottom[c] and all(letter(k, c) = "-" for k in r+1..n) for r in 1..n)
  for c in bottom
require any(letter(r, c) = west[r] and all(letter(r, k) = "-" for k in 1..c-1) for c in 1..n) for r in west
require any(letter(r, c) = east[r] and all(letter(r, k) = "-" for k in c+1..n) for c in 1..n) for r in east
draw letter(r, c, x) at {(r, c)} if x != "-" else {} as x
expect solutions = 1
