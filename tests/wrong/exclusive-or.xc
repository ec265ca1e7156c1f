board field 4x4, may stay empty
choose lit(p in field)
require lit(p) xor lit(q) for p in field, q in beside(p)  # error E008: `xor` where
