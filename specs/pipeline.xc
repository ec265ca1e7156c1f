# A pipe of which some parts are known; numbers count its cells in a line.
#
# A pipe goes from cell to cell, from one end to the other. Known parts have the directions in which it leaves
# their cells (n, e, s, w); one direction is an end. Numbers count the cells of the pipe in a row or column.
puzzle "Pipeline"
board field, may stay empty
  labels down above
  | 0 0 0 4 5 6
  labels across left
  | 3
  | 3
  | 1
  | 3
  | 3
  | 2
  labels known
  | . . . . . w
  | . . . . . .
  | . . . . . .
  | . . . . w .
  | . . . . . .
  | . . . . . .
table way
  | name down right
  | n    -1   0
  | e    0    1
  | s    1    0
  | w    0    -1
let ends = {p for p in known where len(known[p]) = 1}
let steps = {(p, q) for p in field, q in field where p < q and (q in beside(p) or p in ends and q in ends)}
lines line along steps
choose visited(p in field)
require line(p) = 2*visited(p) for p in field
require line as one loop
require line(p, q) for p, q in ends where p < q
require line(a,
    b) = any(way[known[p][i]].down = a[1]+b[1]-2*p[1] and way[known[p][i]].right = a[2]+b[2]-2*p[2] for i in 1..len(known[p]))
  for p in known, (a, b) in steps where p in {a, b} and not (a in ends and b in ends)
require count(visited(p) for p in field where p[1] = r) = across[r] for r in across
require count(visited(p) for p in field where p[2] = c) = down[c] for c in down
draw visited(p) at {}
draw line(p, q) joining {} if p in ends and q in ends else {p, q}
expect solutions = 1
