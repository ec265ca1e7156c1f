board b 2x2
shapes s
  |AA
  |A. B
plaec free s on b  # error E008: `plaec` where a statement is expected
