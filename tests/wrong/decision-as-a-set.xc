board field 2x2, may stay empty
choose shaded(p in field)
require count(shaded(q) for q in beside(p)) = 1 for p in shaded  # error E105: `shaded` is decided, not a value
