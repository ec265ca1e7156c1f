board b 2x2
shapes s
  |AAA B
place free s on b
symmetry s(p, c) -> s(p, c)  # error E227: the pieces of `s` have the symmetries of their board
