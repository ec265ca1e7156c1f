board field 4x4, may stay empty
choose lit(p in field)
require exactly 2 of lit(p) for p in field  # error E008: `2` where
