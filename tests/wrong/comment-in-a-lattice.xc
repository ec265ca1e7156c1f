# line 3: error E257: a comment after a line of a drawing
lattice pair
  |AB # two cells
neighbors "A" = "B"
