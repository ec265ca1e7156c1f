# line 11: error E236: the pieces of `p` are drawn on the square lattice, `b` is on the hex one
board b hex
  |. . .
  | . . .
  |. . .
shapes p
  |A B C
  | A B C
  |A B C

place free p on b
