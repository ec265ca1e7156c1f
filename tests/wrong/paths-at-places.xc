board field 3x3, may stay empty
choose way(p in field, q in beside(p)) where p < q
require way(p, q) at {p, q} as paths between {((1, 1), 1), ((1, 3), 1)}  # error E831: a loop, or paths, need the places
