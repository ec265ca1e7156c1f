board field, may stay empty
  labels clue
  | 1 ? .
  | . . 2
choose shaded(p in field)
require shaded(p) for p in clue where clue[p] = "1"  # error E109: a label never equals the text `"1"`, as one of digits is a number
