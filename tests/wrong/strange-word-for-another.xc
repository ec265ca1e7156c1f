board field 4x4, may stay empty
lines way on field
require way forms one loop  # error E008: `forms` where
