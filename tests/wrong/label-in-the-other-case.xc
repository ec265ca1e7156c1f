board field, may stay empty  # line 4: warning W214: the label `B` of `pearl` is none that a statement is about
labels pearl
  | b . w
  | . B .
choose lamp(p in field)
require lamp(p) for p in pearl where pearl[p] = "b"
require not lamp(p) for p in pearl where pearl[p] != "b"
