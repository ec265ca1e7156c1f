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
let grass = {p for p in field where p not in tree and any(q in tree for q in beside(p))}
item shaded[tree]
item tent[grass] at most once
option pitch(t in tree, p in grass) where p in beside(t) covers shaded[t], tent[p]
require count(pitch(t, p) for t in tree, p in beside(t) where p in grass and p[1] = r) = across[r]
  for r in across
require count(pitch(t, p) for t in tree, p in beside(t) where p in grass and p[2] = c) = down[c] for c in down
# No two tents touch.
require count(pitch(t, q) for q in square, t in tree where q in grass and t in beside(q)) <= 1
  for square in windows(field, min(2, max(r for (r, c) in field)), min(2, max(c for (r, c) in field)))
draw pitch(t, p) at p as "▲"
draw text at p as "♣" color "green" for p in tree
expect solutions = 1
