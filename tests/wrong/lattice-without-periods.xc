lattice line
  |ABC
neighbors "B" = {"A", "C"}
board whole on line 1x3  # error E752: lattice `line` has no periods
