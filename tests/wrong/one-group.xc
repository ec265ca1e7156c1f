board field, may stay empty
labels region
  | a a b
  | b a b
choose star(p in field)
require star(p) at p connected per region  # error E368: this is the same for all, so that there is one group
