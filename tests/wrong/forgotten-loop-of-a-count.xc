board field 4x4, may stay empty
choose star(p in field)
require count(star(p)) = 3  # error E101: `p` is not declared
