board field 4x4, may stay empty
choose lit(p in field)
require lit are connected  # error E008: `are` where
