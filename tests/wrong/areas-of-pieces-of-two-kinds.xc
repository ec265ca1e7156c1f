# line 12: warning W303: the pieces of `small` and `large` have 13 cells, `ring` and `tray` have 12 to cover
lattice pairs
  |AB
  periods (1, 0), (0, 2)
  neighbors "A" = {(1, 2), (2, 1)}, "B" = {(1, 3), (2, 2)}
  motions (r, c) -> (r, 3 - c), (r, c) -> (-r, c)
board ring on pairs 2x2, torus
board tray on pairs 2x1
shapes small = all fixed 1..2 of pairs
shapes large on pairs
  |ZZZ
place fixed small on ring
place fixed small on tray
place fixed large on ring
