board field 4x4, may stay empty
choose lit(p in field)
require if lit((1, 1)) then lit((2, 2))  # error E008: `if` where an expression is expected
