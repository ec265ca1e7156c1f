board field 2x2
let n = 3
labels clue  # error E008: `labels` where a statement is expected
  | 1 .
  | . 2
