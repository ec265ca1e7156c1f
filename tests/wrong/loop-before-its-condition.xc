board field 4x4, may stay empty
choose star(p in field)
require for p in field: star(p)  # error E008: `for` where an expression is expected
