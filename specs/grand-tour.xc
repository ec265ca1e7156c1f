# One loop through all points, of which some parts are known.
#
# One loop along the lines of a grid visits every point. Known parts go from a point to the right (r), down (d) or
# both (rd).
puzzle "Grand Tour"
board point, may stay empty
  labels known
  | . . . . . .
  | . . . r r .
  | . r r . . .
  | . d r d . .
  | . d . . . .
  | . . . . . .
lines line on point
# The loop visits every point.
require line(p) = 2 for p in point
# The line is one loop.
require line as one loop
# The loop goes right where that is known.
require line((r, c), (r, c+1)) for (r, c) in known where known[r, c] in {"r", "rd"}
# The loop goes down where that is known.
require line((r, c), (r+1, c)) for (r, c) in known where known[r, c] in {"d", "rd"}
draw line at {p, (p[1], p[2]+1)} for p in known where known[p] in {"r", "rd"}
draw line at {p, (p[1]+1, p[2])} for p in known where known[p] in {"d", "rd"}
expect solutions = 1
