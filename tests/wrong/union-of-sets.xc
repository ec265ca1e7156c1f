board field 4x4, may stay empty
let ends = {(1, 1)} or {(4, 4)}  # error E108: a condition is needed here, but this is a set: {(1, 1)}
choose star(p in field)
require star(p) for p in ends
