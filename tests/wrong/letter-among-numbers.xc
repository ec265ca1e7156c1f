board field, may stay empty  # line 4: warning W214: the label `O` of `clue` is a text among numbers
labels clue
  | 1 . 2 .
  | . x . O
choose lamp(p in field)
require count(lamp(q) for q in beside(p)) >= clue[p] for p in clue where clue[p] in 1..4
require not lamp(p) for p in clue where clue[p] = "x"
