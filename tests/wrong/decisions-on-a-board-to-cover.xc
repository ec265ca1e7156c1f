board field  # error E229: no option covers an item of `field`
labels clue
  | 1 . 2
  | . 1 .
choose lamp(p in field)
require count(lamp(q) for q in beside(p)) = clue[p] for p in clue
