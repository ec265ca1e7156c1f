board grid square_edges 2x2, may stay empty
choose line(e in grid)
require line as one loop  # error E827: it is not known where the options of `line` are
