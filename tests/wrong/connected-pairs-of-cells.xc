board field 3x3, may stay empty
choose meet((p, q) in {(p, q) for p in field, q in beside(p) where p < q})
require meet connected  # error E827: it is not known where the options of `meet` are
