board b 2x2
shapes d
  |AA
place free d on b  # warning W303: the pieces of `d` have 2 cells, `b` has 4 to cover
