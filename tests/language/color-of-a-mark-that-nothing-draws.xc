board strip 1x2
shapes piece
  |AA
place free piece on strip
draw as "a" color "red"  # error E311: nothing draws the mark `a`
draw as m color "blue" for m in {"A", "B"}
