board field 4x4, may stay empty
choose lit(p in field)
require count(lit(q) for q in around(p)) >= 1 if lit(p) for p in field  # error E008: `for` where `else` is expected
