# Pills of three cells, whose sums are 1, 2, 3 and so on.
#
# Three cells in a row or column are a pill; the sums of the pills are 1, 2, 3 and so on, each once, and pills
# share no cell. Numbers outside are the sums of the cells of pills in a row or column.
puzzle "Pills"
board field, may stay empty
  labels down above
  | 2 4 3 4 2
  labels across left
  | 0
  | 5
  | 5
  | 5
  | 0
  labels number
  | 0 1 0 2 4
  | 0 1 2 2 1
  | 2 1 0 2 0
  | 0 3 1 3 1
  | 1 1 1 2 0
let most = max(k for k in 0..50 where k*(k+1) <= 2*sum(number[p] for p in field))
def cells(p, d) = {(p[1]+i*d[1], p[2]+i*d[2]) for i in 0..2}
def total(p, d) = sum(number[q] for q in cells(p, d))
let places = {(p, d) for p in field, d in {(0, 1), (1, 0)}
    where all(q in field for q in cells(p, d)) and total(p, d) in 1..most}
item size[1..most] at most once
optional option pill((p, d) in places) covers size[total(p, d)], (field[q] for q in cells(p, d))
def is_there(k) = any(pill(p, d) for (p, d) in places where total(p, d) = k)
# The sums of pills are 1, 2, 3 and so on.
require is_there(k+1) implies is_there(k) for k in 1..most-1
require sum(number[q]*pill(p, d) for (p, d) in places, q in cells(p, d) where q[1] = r) = across[r]
  for r in across
require sum(number[q]*pill(p, d) for (p, d) in places, q in cells(p, d) where q[2] = c) = down[c]
  for c in down
draw text at p as number[p] for p in number
draw pill(p, d) at cells(p, d) as total(p, d)
expect solutions = 1
