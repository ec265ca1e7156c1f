board field, may stay empty
labels region
  | A A B
  | B B B
choose star(p in field)
require count(star(p) for p in field where region[p] = A) = 1  # error E101: `A` is not declared
