# Paint a picture from the lengths of its painted runs, of any number.
#
# Numbers beside a row or above a column are the lengths of the runs of shaded cells there, in order. The puzzle
# was checked by excover.
puzzle "Paint by Numbers"
board field, may stay empty
  labels across* left
  | 1 1
  | 5
  | 5
  | 3
  | 1
  labels down* above
  | 2 4 4 4 2
choose shaded((r, c) in field)
choose left(r in across, k in 1..len(across[r])) from 1..len(down)-across[r][k]+1
choose top(c in down, k in 1..len(down[c])) from 1..len(across)-down[c][k]+1
require left(r, k) + across[r][k] < left(r, k+1) for r in across, k in 1..len(across[r])-1
require top(c, k) + down[c][k] < top(c, k+1) for c in down, k in 1..len(down[c])-1
require shaded(r, c) = any(left(r, k) <= c < left(r, k)+across[r][k] for k in 1..len(across[r]))
  for (r, c) in field
require shaded(r, c) = any(top(c, k) <= r < top(c, k)+down[c][k] for k in 1..len(down[c])) for (r, c) in field
draw left(r, k, v) at {}
draw top(c, k, v) at {}
draw as "s" color "black"
expect solutions = 1
