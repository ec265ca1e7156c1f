board field 3x3, may stay empty
choose shaded(p in field)
require count(shaded(p) for p in field) = 3
require shaded(p) connected
expect solutions = 22
