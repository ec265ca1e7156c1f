# Paint a picture from the lengths of its painted runs, of any number.
#
# Numbers beside a row or above a column are the lengths of the runs of shaded cells there, in order.
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
# The first and the last place of a run, if all others are as far as they can be.
def first(line, k) = 1 + sum(line[i]+1 for i in 1..k-1)
def last(line, k, cells) = cells + 2 - sum(line[i]+1 for i in k..len(line))
def may_cover(line, k, cells, cell) = first(line, k) <= cell < last(line, k, cells) + line[k]
choose shaded((r, c) in field)
hidden choose left(r in across, k in 1..len(across[r]))
  from first(across[r], k)..last(across[r], k, len(down))
hidden choose top(c in down, k in 1..len(down[c])) from first(down[c], k)..last(down[c], k, len(across))
require left(r, k) + across[r][k] < left(r, k+1) for r in across, k in 1..len(across[r])-1
require top(c, k) + down[c][k] < top(c, k+1) for c in down, k in 1..len(down[c])-1
# A cell is shaded if a run of its row covers it.
require shaded(r, c) = any(left(r, k) in c-across[r][k]+1..c for k in 1..len(across[r])
    where may_cover(across[r], k, len(down), c))
  for (r, c) in field
# A cell is shaded if a run of its column covers it.
require shaded(r, c) = any(top(c, k) in r-down[c][k]+1..r for k in 1..len(down[c])
    where may_cover(down[c], k, len(across), r))
  for (r, c) in field
draw as "s" color "black"
expect solutions = 1
