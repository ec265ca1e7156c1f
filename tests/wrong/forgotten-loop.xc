board field 4x4, may stay empty
choose star(p in field)
require not (star(p) and star(q)) for q in beside(p)  # error E101: `p` is not declared
