board field 2x2
label clue  # error E008: `label` where a line of a drawing, `labels`, `legend` or a statement
  | 1 .
  | . 2
