board field 2x2, may stay empty
lines loop on field
require loop as one loop
require loop(9, 9) = 0  # warning W355: this condition depends on no option
