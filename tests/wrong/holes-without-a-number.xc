board b 2x2, at most "two" holes  # error E766: "two" is no number of holes
shapes piece
  |AA
place free piece on b each 1..2 times
