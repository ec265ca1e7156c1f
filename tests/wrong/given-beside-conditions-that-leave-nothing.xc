board field 1x2, may stay empty
choose number(p in field) from 1..1
require number(1, 1) != number(1, 2)
draw number(p, v) at p as v
given
  |2.
# line 3: warning W302: this condition leaves no option that covers
# line 3: warning W302: no option lets this condition hold
# line 6: error E324: no option draws `2` here
