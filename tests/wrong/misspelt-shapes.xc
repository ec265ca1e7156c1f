board b 2x2
shpaes s  # error E008: `shpaes` where a statement is expected
  |AA
  |A. B
