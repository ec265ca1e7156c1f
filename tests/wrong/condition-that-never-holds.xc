choose lamp(k in 1..3)  # warning W302: the conditions let `lamp(1)` be neither chosen nor left out
require count(lamp(k) for k in 1..n) = n + 1 for n in 1..2  # warning W302: no option lets this condition hold
