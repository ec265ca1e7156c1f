# line 3: error E214: a tab in a drawing
lattice pair
  |A	B
neighbors "A" = "B"
