# line 6: error E350: there is no option `lamp(0, 1)`
board box 3x3, may stay empty
let white = {p for p in box where p != (2, 2)}
choose lamp(p in white)
choose number(p in box) from 1..3
def above(r, c) = lamp(r - 1, c)
require lamp(r, c) implies above(r, c) for (r, c) in white
require above(r, c) or lamp((3, 3)) for (r, c) in white
require lamp((r, c)) for (r, c) in box  # error E350: there is no option `lamp((2, 2))`
require number(r, c) != number(r, c + 1) for (r, c) in box  # error E350: there is no option `number(1, 4)`
