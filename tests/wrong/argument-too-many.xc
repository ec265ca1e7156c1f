board field 2x2, may stay empty
choose shaded(p in field)
require shaded(1, 1, 1) = 0  # error E350: there is no option `shaded(1, 1, 1)`
