board grid 2x2
fill grid with 1..2, once per label  # error E252: the drawing of `grid` has no labels
