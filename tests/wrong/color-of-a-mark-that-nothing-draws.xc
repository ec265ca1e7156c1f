board strip 1x2
shapes piece
  |AA
place free piece on strip
draw as "a" color "red"  # error E311: the mark `a` is not drawn
draw as m color "blue" for m in {"A", "B"}
