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
# Each row and column has every letter once.
require count(letter(p) = x for p in line) = 1 for way in {(0, 1), (1, 0)}, line in runs(field, way), x in abc
def begins(line, x) = any(letter(line[i]) = x and all(letter(line[k]) = "-" for k in 1..i-1)
    for i in 1..len(line))
require begins(ray((0, c), (1, 0), field), top[c]) for c in top
require begins(ray((n+1, c), (-1, 0), field), bottom[c]) for c in bottom
require begins(ray((r, 0), (0, 1), field), west[r]) for r in west
require begins(ray((r, n+1), (0, -1), field), east[r]) for r in east
draw letter(r, c, x) at {(r, c)} if x != "-" else {} as x
expect solutions = 1
