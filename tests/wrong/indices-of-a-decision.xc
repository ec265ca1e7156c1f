board field 4x4, may stay empty
choose value(p in field) from 1..4
require value[1, 1] = 2  # error E105: `value` is decided, and has no indices
