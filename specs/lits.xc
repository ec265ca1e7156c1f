# A tetromino in each region; equal ones do not touch, and all are connected.
#
# Four connected cells of each region are shaded, as an L, I, T or S. Equal ones share no side, all shaded cells are
# connected, and no square of four cells is shaded.
puzzle "LITS"
import tetrominoes
shapes form = L, I, T, S of tetrominoes
board field
  labels region
  | d d a a a
  | c d a a a
  | c d b a b
  | c d b b b
  | c c c b b
item inside[{region[p] for p in field}]
item square[{(r, c) for (r, c) in field
    where (r+1, c) in field and (r, c+1) in field and (r+1, c+1) in field}] at least 1 times
place free form on field each at least 0 times where len({region[p] for p in cells}) = 1
also form(letter, shape) covers (inside[k] for k in {region[p] for p in shape})
hidden option empty((r, c) in field)
  covers field[r, c], (square[q] for q in square where q in {(r, c), (r-1, c), (r, c-1), (r-1, c-1)})
# Equal pieces share no side.
require form apart per piece
# All shaded cells are connected.
require form connected
draw outline at area for area in areas(region)
expect solutions = 1
