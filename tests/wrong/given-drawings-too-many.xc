# line 10: error E321: expected one drawing for each of `left` and `right`, separated by blank lines
board left 1x1
board right 1x1
option x() covers left[1, 1], right[1, 1]
given
  |x
  |
  |x
  |
  |x
