board field 2x3, may stay empty
lines way on field
require way as paths between {(1, 1), (1, 3)}  # error E841: paths are between places with labels
