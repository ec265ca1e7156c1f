board grid square_edges 2x2, may stay empty
optional option line(e in grid) covers grid[e]
require line as a single loop  # error E008: `a` where `areas`, `one` or `paths` is expected
