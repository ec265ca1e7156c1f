# A loop through all cells that may cross itself; some of its parts are known.
#
# One loop through all cells. It may go straight through a cell twice, and crosses itself there. Known parts have
# the directions in which the loop leaves their cells: nesw is a crossing.
puzzle "Pipe Link"
board field, may stay empty
  labels known
  | . . . . . .
  | . . . sw . .
  | . nw . . . .
  | . es sw . . .
  | . . . . nesw .
  | . . . . . .
# A cell has two places: where the loop goes across and where it goes down. A turn links them.
let across = {((r, c, 1), (r, c+1, 1)) for (r, c) in field where (r, c+1) in field}
let down = {((r, c, 2), (r+1, c, 2)) for (r, c) in field where (r+1, c) in field}
let turns = {((r, c, 1), (r, c, 2)) for (r, c) in field}
choose line((a, b) in {e for S in {across, down, turns}, e in S})
hidden choose used(a in {(r, c, k) for (r, c) in field, k in 1..2})
# The loop goes on from each cell that it visits.
require count(line(a, b) for S in {across, down, turns}, (a, b) in S where z in {a, b}) = 2*used(z)
  for (r, c) in field, z in {(r, c, 1), (r, c, 2)}
# The loop visits all cells.
require used(r, c, 1) or used(r, c, 2) for (r, c) in field
# The line is one loop.
require line(a, b) joining {a, b} as one loop
table way
  | name k down right
  | n    2 -1   0
  | e    1 0    1
  | s    2 1    0
  | w    1 0    -1
def edge(a, b) = (a, b) if a < b else (b, a)
require line(e) = any(known[p][i] = d.name for i in 1..len(known[p]))
  for p in known, d in way, e in {edge((p[1], p[2], d.k), (p[1]+d.down, p[2]+d.right, d.k))}
      where (p[1]+d.down, p[2]+d.right) in field
table pipe
  | known sign
  | ne    └
  | es    ┌
  | sw    ┐
  | nw    ┘
  | ns    │
  | ew    ─
  | nesw  ┼
draw text at p as t.sign for p in known, t in pipe where t.known = known[p]
draw line(a, b) joining {} if a[3] != b[3] else {(a[1], a[2]), (b[1], b[2])}
expect solutions = 1
