board strip 1x2
shapes piece
  |AA
place free piece on strip
draw piece["A"] color "red"  # error E008: `color` where `at` is expected
