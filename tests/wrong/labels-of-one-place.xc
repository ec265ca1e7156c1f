board field, may stay empty
  labels number
  | 1 . 2
  | . 1 2
  | . 1 .
lines way on field
require way as paths between number  # warning W842: 3 places have the label 1
