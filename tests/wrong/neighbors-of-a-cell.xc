board field 4x4, may stay empty
choose star(p in field)
require not (star(p) and star(q)) for p in field, q in neighbors(p)  # error E106: there is no function `neighbors`
