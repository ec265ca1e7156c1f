# Find a fleet; numbers count the cells of ships in a line.
#
# The fleet has so many ships of one cell, of two, and so on. Ships do not touch, not even at a corner; numbers count
# their cells in a row or column. Some parts are known: o is a ship of one cell, m the middle of a ship, n, e, s and
# w its ends, and x is water.
puzzle "Battleship"
param fleet = (3, 2, 1)
board field, may stay empty
  labels down above
  | 2 2 2 1 0 3
  labels across left
  | 2
  | 0
  | 2
  | 2
  | 1
  | 3
  labels known
  | . . . . . .
  | . . . . . .
  | . . . . . .
  | . . x . . .
  | . . . . . .
  | . . . o . s
let h = max(r for (r, c) in field)
let w = max(c for (r, c) in field)
item ships[k in 1..len(fleet)] fleet[k] times
item point[1..h+1, 1..w+1] at most once
item found[{p for p in known where known[p] != "x"}]
item row[r in across] across[r] units, column[c in down] down[c] units
def cells(k, p, d) = {(p[1]+i*d[1], p[2]+i*d[2]) for i in 0..k-1}
def part(k, p, d, q) = "o" if k = 1 else ("w" if d = (0, 1) else "n") if q = p
    else ("e" if d = (0, 1) else "s") if (q[1], q[2]) = (p[1]+(k-1)*d[1], p[2]+(k-1)*d[2]) else "m"
let places = {(k, p, d) for k in 1..len(fleet), p in field, d in {(0, 1), (1, 0)} where (k > 1 or d = (0, 1))
    and all(q in field and (q not in known or known[q] = part(k, p, d, q)) for q in cells(k, p, d))}
option ship((k, p, d) in places)
  covers ships[k], (point[i, j] for i in p[1]..p[1]+(k-1)*d[1]+1, j in p[2]..p[2]+(k-1)*d[2]+1),
    (field[q], found[q] if q in found, row[q[1]] if q[1] in row, column[q[2]] if q[2] in column
        for q in cells(k, p, d))
draw ship(k, p, d) at cells(k, p, d) as k
table look
  | part sign
  | o    ●
  | m    ■
  | n    ▲
  | e    ▶
  | s    ▼
  | w    ◀
  | x    ~
draw text at p as t.sign for p in known, t in look where t.part = known[p]
expect solutions = 1
