board grid square_edges 2x2
shapes stick square_edges
  |+L+
place free stick on grid each 12 times
require stick apart at corners  # error E767: the board `grid` can have no corners
