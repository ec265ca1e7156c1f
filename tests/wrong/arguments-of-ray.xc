board field 3x3, may stay empty
choose shaded(p in field)
require count(shaded(q) for q in ray((1, 1), (0, 1))) = 2  # error E107: `ray` takes 3 arguments, not 2
