enum Color = red, green
board field, may stay empty
labels tint
  | red grean
choose c(p in field) from Color
require c(p) = tint[p] for p in tint  # error E365: no option of `c` has a text at its end, so none ever equals "grean"
