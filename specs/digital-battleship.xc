# Find a fleet by sums of the numbers under its ships.
#
# The fleet has so many ships of one cell, of two, and so on. Ships do not touch, not even at a corner. A number
# outside is the sum of the numbers in the cells of ships in a row or column.
puzzle "Digital Battleship"
param fleet = (3, 2, 1)
board field, may stay empty
  labels down above
  | . . . . 6 5
  labels across left
  | 2
  | 7
  | .
  | 12
  | .
  | 9
  labels number
  | 3 2 1 5 2 2
  | 1 6 6 2 1 5
  | 2 5 5 4 0 0
  | 5 3 4 4 4 4
  | 2 4 1 2 0 2
  | 2 2 5 1 2 2
let h = max(r for (r, c) in field)
let w = max(c for (r, c) in field)
item ships[k in 1..len(fleet)] fleet[k] times
item point[1..h+1, 1..w+1] at most once
item row[r in across] across[r] units, column[c in down] down[c] units
def cells(k, p, d) = {(p[1]+i*d[1], p[2]+i*d[2]) for i in 0..k-1}
option ship(k in 1..len(fleet), p in field, d in {(0, 1), (1, 0)})
  where (k > 1 or d = (0, 1)) and all(q in field for q in cells(k, p, d))
  covers ships[k], (point[z] for z in {(q[1]+i, q[2]+j) for q in cells(k, p, d), i, j in 0..1}),
    (row[q[1]] by number[q] if q[1] in row, column[q[2]] by number[q] if q[2] in column
        for q in cells(k, p, d))
draw text at p as number[p] for p in number
draw ship(k, p, d) at cells(k, p, d) as k
expect solutions = 1
