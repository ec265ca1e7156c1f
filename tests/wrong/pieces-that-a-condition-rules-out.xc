# line 3: warning W302: pieces `A` and `B` fit nowhere on `b`
board b 3x3, at most 9 holes
shapes s
  |AA BBBB
place fixed s on b where (2, 9) in cells
