board field, may stay empty
  labels number
  | 1 . 2
choose size(p in field) from 1..2
require size(p) = number(p) for p in number  # error E106: `number` is a drawing of labels, not a function
