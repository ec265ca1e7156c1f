# Pitch a tent beside each tree, so that no two tents touch.
#
# Each tree has a tent beside it, and no two tents touch; numbers count the tents of a line.
puzzle "Tents"
board field, may stay empty
  labels tree
  | T . . . . .
  | . . T . . .
  | T . . . . .
  | . . T . . .
  | T . . T . .
  | . . T . . .
  labels across left
  | 1
  | 1
  | 1
  | 1
  | 2
  | 1
  labels down above
  | 3 0 3 0 1 0
let grass = {p for t in tree, p in beside(t) where p not in tree}
item shaded[tree]
item row[r in across] across[r] times, column[c in down] down[c] times
# No two tents touch.
item corner[0..max(r for (r, c) in field), 0..max(c for (r, c) in field)] at most once
option pitch(t in tree, (r, c) in grass)
  where (r, c) in beside(t)
  covers shaded[t], row[r] if r in across, column[c] if c in down, (corner[r-i, c-j] for i, j in 0..1)
draw pitch(t, r, c) at (r, c) as "▲"
draw text at p as "♣" color "green" for p in tree
expect solutions = 1
