board b 2x2, at most 1 holes, torus, at most 2 holes  # error E201: the number of holes is specified twice
shapes piece
  |AA
place free piece on b each 1..2 times
