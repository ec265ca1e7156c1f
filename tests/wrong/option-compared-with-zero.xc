board field 5x5, may stay empty
choose star(p in field)
require star(p) = 0 for p in field where p[1] = 1  # error E354: a condition is needed here, but this is the number 0
