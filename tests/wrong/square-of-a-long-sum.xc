board field 9x9, may stay empty
choose value(p in field) from 1..9
require sum(value(p) for p in field) * sum(value(p) for p in field) = 40000  # error E353: this condition depends on too many values at once
