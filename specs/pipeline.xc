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
lines line on field
# The pipe goes from one known end to the other.
require line as paths between {(p, "end") for p in ends}
require line(p, q) = any(d = way[known[p][i]] and (p[1]+d.down, p[2]+d.right) = q
    for d in way, i in 1..len(known[p]))
  for p in known, q in beside(p)
require count(line(p) > 0 for p in field where p[1] = r) = across[r] for r in across
require count(line(p) > 0 for p in field where p[2] = c) = down[c] for c in down
expect solutions = 1
